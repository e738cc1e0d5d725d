//! The template rules, compiled for all that can be done with a scenario: see `fracas_games`.

fracas_games::games!(fracas_template::Template);
