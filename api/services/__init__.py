"""Answering other programs: queries as JSON, ceilings on what they may use, and a scheduler that works on them."""
