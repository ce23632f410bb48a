# switchback host program: file-restore
"""Brings a path to the state given as JSON on standard input. A link is not followed.

A file or link is made beside the path, synced, and renamed over it, so that a reader sees the
old or the new one and nothing else. Prints {"changed": bool, "errno": NAME or "", "message": ""}.
An owner or group of -1 leaves what the system gives.
"""
import base64
import errno
import fcntl
import hashlib
import json
import os
import stat
import sys


class Refused(Exception):
    def __init__(self, number, message):
        Exception.__init__(self, message)
        self.errno = number


def attributes(path):
    try:
        names = os.listxattr(path, follow_symlinks=False)
    except OSError as e:
        if e.errno in (errno.ENOTSUP, errno.ENOSYS):
            return {}
        raise
    return {n: os.getxattr(path, n, follow_symlinks=False) for n in names}


def same(path, present, wanted):
    """Whether what is there is what is wanted already."""
    if present is None:
        return wanted["kind"] == "ABSENT"
    if kind(present) != wanted["kind"]:
        return False
    if wanted["owner"] not in (-1, present.st_uid) or wanted["group"] not in (-1, present.st_gid):
        return False
    if wanted["kind"] != "LINK" and mode(present) != int(wanted["mode"], 8):
        return False
    if wanted["kind"] == "LINK" and os.readlink(path) != target(wanted):
        return False
    if wanted["kind"] == "FILE":
        data = base64.b64decode(wanted["content"])
        if present.st_size != len(data):
            return False
        with open(path, "rb") as file:
            if file.read() != data:
                return False
    return attributes(path) == wanted_attributes(wanted)


def kind(status):
    for name, test in (("FILE", stat.S_ISREG), ("LINK", stat.S_ISLNK), ("DIRECTORY", stat.S_ISDIR)):
        if test(status.st_mode):
            return name
    return "OTHER"


def mode(status):
    return stat.S_IMODE(status.st_mode)


def target(wanted):
    return wanted["target"].encode("utf-8", "surrogateescape")


def wanted_attributes(wanted):
    return {n: base64.b64decode(v) for n, v in wanted["attributes"].items()}


def dress(path, wanted):
    """Owner, mode, attributes: in this order, as a change of owner clears mode bits."""
    present = os.lstat(path)
    owner = -1 if wanted["owner"] == present.st_uid else wanted["owner"]
    group = -1 if wanted["group"] == present.st_gid else wanted["group"]
    if (owner, group) != (-1, -1):
        os.chown(path, owner, group, follow_symlinks=False)
    if wanted["kind"] != "LINK":
        os.chmod(path, int(wanted["mode"], 8))
    present, wanted = attributes(path), wanted_attributes(wanted)
    for name in sorted(set(present) - set(wanted)):
        os.removexattr(path, name, follow_symlinks=False)
    for name in sorted(wanted):
        if present.get(name) != wanted[name]:
            os.setxattr(path, name, wanted[name], follow_symlinks=False)


def sync_directory(path):
    descriptor = os.open(os.path.dirname(path) or b"/", os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as e:
        if e.errno != errno.EINVAL:  # a file system without such a thing
            raise
    finally:
        os.close(descriptor)


def beside(path):
    mark = hashlib.sha256(os.path.basename(path)).hexdigest()[:16].encode("ascii")
    return os.path.join(os.path.dirname(path), b".switchback-" + mark + b"-")


def sweep(path):
    """Removes what a run that was killed left; one that still runs holds a lock on its file."""
    prefix = os.path.basename(beside(path))
    for name in os.listdir(os.path.dirname(path) or b"/"):
        if not name.startswith(prefix):
            continue
        left = os.path.join(os.path.dirname(path), name)
        if stat.S_ISLNK(os.lstat(left).st_mode):
            os.unlink(left)
            continue
        descriptor = os.open(left, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.unlink(left)
        except BlockingIOError:
            raise Refused(errno.EBUSY, "another restore of this file is under way")
        finally:
            os.close(descriptor)


def replace_file(path, wanted):
    made = beside(path) + os.urandom(8).hex().encode("ascii")
    descriptor = os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.write(base64.b64decode(wanted["content"]))
            file.flush()
            dress(made, wanted)
            os.fsync(file.fileno())
            os.rename(made, path)
    except BaseException:
        discard(made)
        raise


def replace_link(path, wanted):
    made = beside(path) + os.urandom(8).hex().encode("ascii")
    os.symlink(target(wanted), made)
    try:
        dress(made, wanted)
        os.rename(made, path)
    except BaseException:
        discard(made)
        raise


def discard(made):
    try:
        os.unlink(made)
    except FileNotFoundError:
        pass  # renamed, or swept: nothing is left behind


def make_directory(path, present, wanted):
    if present is None:
        os.mkdir(path, 0o700)
    elif kind(present) != "DIRECTORY":
        raise Refused(errno.ENOTDIR, "a file is in the place of a directory")
    dress(path, wanted)


def remove(path, present):
    if kind(present) == "DIRECTORY":
        os.rmdir(path)
    else:
        os.unlink(path)


def restore(path, wanted):
    try:
        present = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        present = None
    if wanted["kind"] == "OTHER" or present is not None and kind(present) == "OTHER":
        raise Refused(errno.EINVAL, "a device, socket or pipe is never written")
    if os.path.isdir(os.path.dirname(path)):
        sweep(path)
    if same(path, present, wanted):
        return False
    if wanted["kind"] == "ABSENT":
        remove(path, present)
    elif wanted["kind"] == "FILE":
        replace_file(path, wanted)
    elif wanted["kind"] == "LINK":
        replace_link(path, wanted)
    else:
        make_directory(path, present, wanted)
    sync_directory(path)
    return True


def main():
    answer = {"changed": False, "errno": "", "message": ""}
    try:
        wanted = json.loads(sys.stdin.buffer.read().decode("utf-8"))
        answer["changed"] = restore(os.fsencode(sys.argv[1]), wanted)
    except Refused as e:
        answer.update(errno=errno.errorcode[e.errno], message=str(e))
    except OSError as e:
        answer.update(errno=errno.errorcode.get(e.errno, "OTHER"), message=os.strerror(e.errno))
    print(json.dumps(answer))


main()
