"""The documentation site: `make docs` builds it into build/docs. The root of the sources is the repository."""

from __future__ import annotations

project = "Bastide"
author = "The Bastide authors"
root_doc = "docs/index"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
include_patterns = ["*.md", "docs/**", "bench/*.md"]
exclude_patterns = [".*", "build", "dist", "src", "tests", "web", "examples", "docs/screenshots", "docs/log.md"]

html_theme = "furo"
html_title = "Bastide"
html_static_path: list[str] = []

default_role = "code"  # docstrings put code between single backticks
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
autodoc_inherit_docstrings = False
python_use_unqualified_type_names = True
add_module_names = False

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = -1  # the rules may have to be compiled first
nb_merge_streams = True
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
