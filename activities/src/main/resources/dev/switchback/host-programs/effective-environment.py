# switchback host program: effective-environment
"""Prints which environment variables arrive in a program of this interpreter. Arguments: their names."""
import json
import os
import sys

site = sys.modules.get("sitecustomize")
path = getattr(site, "__file__", None) or ""
print(
    json.dumps(
        {
            "sitecustomize": os.path.realpath(path) if path else "",
            "environment": {name: os.environ.get(name) for name in sys.argv[1:]},
        }
    )
)
