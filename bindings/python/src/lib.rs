//! Fracas for Python: scenarios, simulations as Arrow, tables to step through, exact odds, and lanes for those who learn.
//!
//! It calls the same crates as the command and the server, and knows no rule. Whatever takes long runs without Python's
//! lock, and Ctrl-C ends a simulation or a tournament between two stretches of work. Environments and Ray are written in Python on top of this.

mod convert;
mod frame;
mod lanes;
mod odds;
mod scenario;
mod simulation;
mod table;
mod tournament;
mod trouble;

use pyo3::prelude::*;

#[pymodule]
fn _fracas(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<frame::Frame>()?;
    module.add_class::<lanes::Lanes>()?;
    module.add_class::<odds::Odds>()?;
    module.add_class::<scenario::Scenario>()?;
    module.add_class::<simulation::Simulation>()?;
    module.add_class::<table::Table>()?;
    module.add_function(wrap_pyfunction!(odds::odds, module)?)?;
    module.add_function(wrap_pyfunction!(scenario::load, module)?)?;
    module.add_function(wrap_pyfunction!(scenario::loads, module)?)?;
    module.add_function(wrap_pyfunction!(scenario::scenarios, module)?)?;
    module.add_function(wrap_pyfunction!(scenario::review, module)?)?;
    module.add_function(wrap_pyfunction!(simulation::merge, module)?)?;
    module.add_function(wrap_pyfunction!(table::replay, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::bouts, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::tournament, module)?)?;
    Ok(())
}
