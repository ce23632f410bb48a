# switchback host program: file-state
"""Prints what is at a path as one JSON object. A link is not followed.

Fields: kind owner group mode target content attributes, as in the record FileState.
Exit status 1 with "file-state: PATH: REASON" on standard error if the kernel refuses.
"""
import base64
import errno
import json
import os
import stat
import sys

LIMIT = 16 << 20


def encoded(data):
    return base64.b64encode(data).decode("ascii")


def attributes(path):
    """Extended attributes by name; none where the file system has no such thing."""
    found = {}
    try:
        names = os.listxattr(path, follow_symlinks=False)
    except OSError as e:
        if e.errno in (errno.ENOTSUP, errno.ENOSYS):
            return found
        raise
    for name in names:
        found[name] = encoded(os.getxattr(path, name, follow_symlinks=False))
    return found


def content(path):
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        data = file.read(LIMIT + 1)
    if len(data) > LIMIT:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return encoded(data)


def state(path):
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return {"kind": "ABSENT", "owner": -1, "group": -1, "mode": "", "target": "",
                "content": "", "attributes": {}}
    kind, target, data = "OTHER", "", ""
    if stat.S_ISREG(status.st_mode):
        kind, data = "FILE", content(path)
    elif stat.S_ISLNK(status.st_mode):
        kind, target = "LINK", os.readlink(path).decode("utf-8", "surrogateescape")
    elif stat.S_ISDIR(status.st_mode):
        kind = "DIRECTORY"
    return {"kind": kind, "owner": status.st_uid, "group": status.st_gid,
            "mode": format(stat.S_IMODE(status.st_mode), "04o"), "target": target,
            "content": data, "attributes": attributes(path)}


def main():
    path = os.fsencode(sys.argv[1])
    try:
        print(json.dumps(state(path)))
    except OSError as e:
        sys.exit("file-state: %s: %s" % (ascii(sys.argv[1]), os.strerror(e.errno)))


main()
