"""The engines, each with its adapter; ``registry`` lists them."""
