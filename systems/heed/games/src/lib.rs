//! The heed rules, compiled for all that can be done with a scenario: see `fracas_games`.

fracas_games::games!(fracas_heed::Heed, then fracas_heed::Trek);
