# switchback host program: holders
"""Prints who has an NVIDIA device node open or mapped. Arguments: device minors. Needs root to see every process.

Descriptors are matched by device number (major 195), since a container's bind mount has another path; mappings by path.
"""
import json
import os
import stat
import sys

MAJOR = 195


def links(pid):
    folder = "/proc/%s/fd" % pid
    try:
        for name in os.listdir(folder):
            yield os.path.join(folder, name)
    except OSError:
        return  # the process ended, or is a kernel thread


def minors_open(pid):
    for link in links(pid):
        try:
            status = os.stat(link)
        except OSError:
            continue  # closed meanwhile
        if stat.S_ISCHR(status.st_mode) and os.major(status.st_rdev) == MAJOR:
            yield os.minor(status.st_rdev)


def minors_mapped(pid):
    try:
        with open("/proc/%s/maps" % pid, errors="replace") as maps:
            for line in maps:
                path = line.rstrip("\n").partition("/dev/nvidia")[2]
                if path.isdigit():
                    yield int(path)
    except OSError:
        return


def comm(pid):
    try:
        with open("/proc/%s/comm" % pid, errors="replace") as name:
            return name.read().rstrip("\n")
    except OSError:
        return ""


def main():
    wanted = {int(argument) for argument in sys.argv[1:]}
    found = []
    for pid in sorted((name for name in os.listdir("/proc") if name.isdigit()), key=int):
        for minor in sorted(wanted & (set(minors_open(pid)) | set(minors_mapped(pid)))):
            found.append(
                {"pid": int(pid), "comm": comm(pid), "device": "/dev/nvidia%d" % minor, "minor": minor})
    print(json.dumps(found))


main()
