//! The ranks rules, compiled for all that can be done with a scenario: see `fracas_games`.

fracas_games::games!(fracas_ranks::Ranks, then fracas_ranks::Trek);
