//! Figures in columns, for whoever reads Arrow: Polars, pandas, DuckDB, pyarrow. They get the columns themselves, without
//! a copy, through the Arrow PyCapsule interface.

use std::sync::Arc;

use arrow_array::builder::{Int8Builder, Int32Builder, UInt32Builder, UInt64Builder};
use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use fracas_lab::{End, FightRow, Header, Rate};
use fracas_systems::{Point, Vary};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// Columns of figures. Hand it to `polars.DataFrame`, `pandas.DataFrame.from_arrow`, `pyarrow.table` or a DuckDB query: they
/// read it in place.
#[pyclass(module = "fracas", frozen)]
#[derive(Clone, Debug)]
pub struct Frame {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Frame {
    pub fn new(batches: Vec<RecordBatch>) -> Frame {
        let schema = batches.first().map_or_else(|| Arc::new(Schema::empty()), RecordBatch::schema);
        Frame { schema, batches }
    }
}

fn broken(error: &ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

#[pymethods]
impl Frame {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        format!("<fracas.Frame: {} rows of {}>", self.__len__(), self.columns().join(", "))
    }

    /// For readers of Arrow.
    #[pyo3(signature = (requested_schema=None))]
    pub fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A reader may ask for other types; the interface lets us give what we have.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    /// For readers of Arrow.
    pub fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema).map_err(|error| broken(&error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}

fn batch(columns: Vec<(String, ArrayRef)>) -> RecordBatch {
    // A name that stands twice would be lost in a dictionary; ids and our own names differ.
    let columns = columns.into_iter().map(|(name, column)| {
        let nullable = column.is_nullable();
        (name, column, nullable)
    });
    RecordBatch::try_from_iter_with_nullable(columns).expect("columns of the same length")
}

/// Fights as rows.
pub fn of_fights(header: &Header, rows: &[FightRow]) -> RecordBatch {
    let many = rows.len();
    let mut fight = UInt64Builder::with_capacity(many);
    let mut end = Int8Builder::with_capacity(many);
    let [mut rounds, mut choices] = [(); 2].map(|()| UInt32Builder::with_capacity(many));
    let mut sums = [(); 4].map(|()| Int32Builder::with_capacity(many));
    let mut own: Vec<(Int32Builder, UInt32Builder)> = (0..header.combatants.len())
        .map(|_| (Int32Builder::with_capacity(many), UInt32Builder::with_capacity(many)))
        .collect();
    for row in rows {
        fight.append_value(row.fight);
        end.append_value(row.end as i8);
        rounds.append_value(row.rounds);
        choices.append_value(row.choices);
        let figures = row.standing.into_iter().chain(row.health);
        sums.iter_mut().zip(figures).for_each(|(column, figure)| column.append_value(figure));
        for ((health, fell), &(left, round)) in own.iter_mut().zip(&row.combatants) {
            health.append_value(left);
            fell.append_option(round);
        }
    }
    let names = Arc::new(StringArray::from_iter_values(End::ALL.map(End::name)));
    let ends = DictionaryArray::<Int8Type>::new(end.finish(), names);
    let mut columns: Vec<ArrayRef> =
        vec![Arc::new(fight.finish()), Arc::new(ends), Arc::new(rounds.finish()), Arc::new(choices.finish())];
    columns.extend(sums.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
    for (mut health, mut fell) in own {
        columns.push(Arc::new(health.finish()));
        columns.push(Arc::new(fell.finish()));
    }
    for mind in header.minds.iter().flatten() {
        columns.push(Arc::new(StringArray::from_iter_values(rows.iter().map(|_| mind))));
    }
    let fields = header.columns().into_iter().zip(columns);
    // Whether somebody falls differs from one stretch to the next; the columns must not.
    let fields = fields.map(|(name, column)| {
        let nullable = name.ends_with(".fell");
        (name, column, nullable)
    });
    RecordBatch::try_from_iter_with_nullable(fields).expect("columns of the same length")
}

/// Versions of a scenario as rows: the values, and how often who wins.
pub fn of_points(varied: &[Vary], points: &[Point]) -> RecordBatch {
    let mut columns: Vec<(String, ArrayRef)> = Vec::new();
    for (nth, vary) in varied.iter().enumerate() {
        let values = || points.iter().map(|point| point.values[nth].as_str());
        let whole: Option<Vec<i64>> = values().map(|value| value.parse().ok()).collect();
        let column: ArrayRef = match whole {
            Some(whole) => Arc::new(Int64Array::from(whole)),
            None => Arc::new(StringArray::from_iter_values(values())),
        };
        columns.push((vary.path.clone(), column));
    }
    let mut add = |name: &str, rate: fn(&Point) -> Rate| {
        let column = |part: fn(Rate) -> f64| -> ArrayRef {
            Arc::new(Float64Array::from_iter_values(points.iter().map(|point| part(rate(point)))))
        };
        columns.push((name.to_owned(), column(|rate| rate.share)));
        columns.push((format!("{name}_low"), column(|rate| rate.low)));
        columns.push((format!("{name}_high"), column(|rate| rate.high)));
    };
    add("heroes", |point| point.heroes);
    add("monsters", |point| point.monsters);
    add("draw", |point| point.draw);
    let rounds = Float64Array::from_iter_values(points.iter().map(|point| point.rounds));
    columns.push(("rounds".to_owned(), Arc::new(rounds)));
    batch(columns)
}
