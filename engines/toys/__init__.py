"""Small games with known answers, for tests, examples and comparisons."""
