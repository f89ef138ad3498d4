"""The HTTP service (docs/http.md): an ASGI application on starlette, which uvicorn serves; both come with an extra,
`pip install 'springtail[serve]'`."""
