"""The form that a request carries."""

from __future__ import annotations

from flask import request

from referee.core.forms.form import Form


def form_sent() -> Form:
    """Return the fields of the present request: of its body if it has one, of its address otherwise."""
    fields = request.form if request.method == "POST" else request.args
    return Form(pairs=tuple(fields.items(multi=True)))
