"""
A second implementation of the weekly judgment, written from the rules in words alone and kept apart from the product.

`basis.py` and `independent.py` hold the judgment, in exact fractions; `generate.py` makes seeded histories; `edges.py`
and `vectors.py` hold small histories worked out by hand. None of them imports the product; only `adapter.py` knows both
sides. A difference between the two is a question to the rules; its answer stands in `docs/judgment.md`.
"""
