"""
Who chooses: nobody new (`first`), the day (`rotate`), or a model behind an endpoint (`endpoint`).
"""
