"""The notebook runs from top to bottom."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent.parent / "notebooks" / "first-steps.ipynb"


def test_the_notebook_runs():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not kept: clear them"
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    last = notebook.cells[-1]
    assert "heroes win" in last.outputs[0]["text"]
