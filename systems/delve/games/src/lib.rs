//! The delve rules, compiled for all that can be done with a scenario: see `fracas_games`.

fracas_games::games!(fracas_delve::Delve, then fracas_delve::Trek);
