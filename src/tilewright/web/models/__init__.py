"""What comes in and goes out of the API, as pydantic models, which make the OpenAPI document."""
