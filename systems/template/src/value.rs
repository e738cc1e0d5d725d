//! Advice to minds that look ahead: nothing beyond health, which is what they go by of themselves.

use fracas_kernel::Ponder;

use crate::data::Template;

impl Ponder for Template {}
