"""A fragment is a block of its page, so that page and fragment cannot differ."""

from flask import current_app


def render_block(template: str, block: str, **values: object) -> str:
    """Return one block of a page's template as text."""
    found = current_app.jinja_env.get_template(template)
    return "".join(found.blocks[block](found.new_context(values)))
