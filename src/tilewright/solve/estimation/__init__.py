"""How large a search or a sweep will be, estimated before it starts."""
