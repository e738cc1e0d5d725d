//! The ardor rules, compiled for all that can be done with a scenario: see `fracas_games`.

fracas_games::games!(fracas_ardor::Ardor, then fracas_ardor::Trek);
