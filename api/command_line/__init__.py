"""The verbs of the command line, one file each, and what they share: positions, searches, output.

A verb's file has a docstring, whose first line is its help, EXAMPLES, `add_arguments(parser)` and
`run(arguments)`, which returns the exit code.
"""
