//! The twelves rules, compiled for all that can be done with a scenario: see `fracas_games`.

fracas_games::games!(fracas_twelves::Twelves, then fracas_twelves::Trek);
