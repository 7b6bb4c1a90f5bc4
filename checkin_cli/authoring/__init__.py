"""
What answers or drafts for the operator, never for a customer. Nothing that renders imports this room.
"""
