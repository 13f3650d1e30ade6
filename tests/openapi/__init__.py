"""What `static/openapi.json` is made from; `python -m tests.openapi` writes it anew.

`questions.py` spoils good questions field by field, and what the readers answer to that says what they take: a field
that one of them learns is described from then on. `answers.py` looks at the answers to everything that the tests ask.
`described.toml` holds what no program can find out.
"""
