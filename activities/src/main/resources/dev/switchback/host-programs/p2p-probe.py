# switchback host program: p2p-probe
"""Copies between GPUs and compares every word: standard library and ctypes on libcuda.so.1 (CUDA driver API) only.

Every ordered pair runs in a child process of its own, killed at its deadline, so that a hang or a broken context costs that pair
only; this process never touches CUDA. The destination is poisoned before each copy, since a right value left over from before hides
a copy that never arrived. Prints a JSON line for each pair, direction and size as it is known, then {"done": true}.
"""
import argparse
import ctypes
import json
import os
import select
import signal
import sys
import time

POISON = 0xA5A5A5A5
STEP = 0x9E3779B1
TURN = 0x85EBCA6B
PIECE = 1 << 20


class CudaError(Exception):
    pass


class Driver:
    """libcuda.so.1, with errors as exceptions."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)

    def call(self, name, *arguments):
        function = getattr(self.library, name)
        function.restype = ctypes.c_int
        code = function(*arguments)
        if code:
            raise CudaError("%s: %s" % (name, self.error_name(code)))

    def error_name(self, code):
        text = ctypes.c_char_p()
        self.library.cuGetErrorName(ctypes.c_int(code), ctypes.byref(text))
        return text.value.decode() if text.value else "CUDA error %d" % code

    def device(self, function):
        device = ctypes.c_int()
        self.call("cuDeviceGetByPCIBusId", ctypes.byref(device), function.encode())
        return device

    def context(self, device):
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        return context

    def current(self, context):
        self.call("cuCtxSetCurrent", context)

    def allocate(self, size):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer

    def peers(self, device, other):
        able = ctypes.c_int()
        self.call("cuDeviceCanAccessPeer", ctypes.byref(able), device, other)
        return bool(able.value)


def pattern(size, seed):
    """size bytes whose every 32-bit word depends on its place and on the seed."""
    length = min(size, PIECE)
    words = (ctypes.c_uint32 * (length // 4))()
    for index in range(len(words)):
        words[index] = ((index + seed) * STEP) & 0xFFFFFFFF
    piece = int.from_bytes(bytes(words), "little")
    whole = bytearray()
    number = 0
    while len(whole) < size:
        # Every word of a piece is turned by the piece's number, so that a part in another's place shows.
        turn = ((number + 1) * TURN & 0xFFFFFFFF).to_bytes(4, "little") * (length // 4)
        turned = (piece ^ int.from_bytes(turn, "little")).to_bytes(length, "little")
        whole += turned[: size - len(whole)]
        number += 1
    return bytes(whole)


def compare(got, want):
    """None if equal, else (index of the first wrong word, what it looks like)."""
    if got == want:
        return None
    low = 0
    while got[low : low + 65536] == want[low : low + 65536]:
        low += 65536
    for offset in range(low, len(want), 4):
        if got[offset : offset + 4] != want[offset : offset + 4]:
            word = int.from_bytes(got[offset : offset + 4], "little")
            seen = "zeros" if word == 0 else "poison" if word == POISON else "other"
            return offset // 4, seen
    raise AssertionError("unequal bytes without an unequal word")


class Pair:
    """Source and destination on their GPUs, each with its context."""

    def __init__(self, driver, source, destination):
        self.driver = driver
        self.source = driver.device(source)
        self.destination = driver.device(destination)
        self.alone = source == destination
        self.from_context = driver.context(self.source)
        self.to_context = driver.context(self.destination)

    def capable(self):
        return self.alone or (
            self.driver.peers(self.source, self.destination)
            and self.driver.peers(self.destination, self.source)
        )

    def enable(self):
        if not self.alone:
            self.driver.current(self.from_context)
            self.driver.call("cuCtxEnablePeerAccess", self.to_context, 0)
            self.driver.current(self.to_context)
            self.driver.call("cuCtxEnablePeerAccess", self.from_context, 0)

    def copy(self, direction, size, seed, corrupt):
        """Copies once and compares; returns the fields of the result."""
        driver = self.driver
        want = pattern(size, seed)
        driver.current(self.from_context)
        origin = driver.allocate(size)
        driver.call("cuMemcpyHtoD_v2", origin, ctypes.c_char_p(want), ctypes.c_size_t(size))
        driver.current(self.to_context)
        target = driver.allocate(size)
        driver.call("cuMemsetD32_v2", target, ctypes.c_uint(POISON), ctypes.c_size_t(size // 4))
        driver.call("cuCtxSynchronize")
        # The current context's GPU drives the copy: the source's pushes (write), the destination's pulls (read).
        driver.current(self.from_context if direction == "write" else self.to_context)
        began = time.monotonic()
        driver.call(
            "cuMemcpyPeer",
            target,
            self.to_context,
            origin,
            self.from_context,
            ctypes.c_size_t(size),
        )
        driver.call("cuCtxSynchronize")
        took = time.monotonic() - began
        driver.current(self.to_context)
        if corrupt is not None:
            spoiled = ctypes.c_uint64(target.value + 4 * (corrupt % (size // 4)))
            driver.call("cuMemsetD32_v2", spoiled, ctypes.c_uint(1), ctypes.c_size_t(1))
            driver.call("cuCtxSynchronize")
        got = ctypes.create_string_buffer(size)
        driver.call("cuMemcpyDtoH_v2", got, target, ctypes.c_size_t(size))
        driver.call("cuMemFree_v2", target)
        driver.current(self.from_context)
        driver.call("cuMemFree_v2", origin)
        bad = compare(got.raw, want)
        if bad:
            return {"verdict": "MISMATCH", "firstBadWord": bad[0], "seen": bad[1], "gbPerSecond": 0}
        return {"verdict": "OK", "gbPerSecond": round(size / took / 1e9, 3)}


def measure(source, destination, options, emit):
    pair = Pair(Driver(), source, destination)
    if not pair.capable():
        emit({"verdict": "NOT_CAPABLE", "detail": "the driver offers no peer access"})
        return
    pair.enable()
    seed = 1
    for size in options.bytes:
        for direction in ("write", "read"):
            seed += 1
            result = pair.copy(direction, size, seed, options.corrupt)
            result.update({"direction": direction, "bytes": size})
            emit(result)


def child(source, destination, options, pipe):
    os.setsid()

    def emit(result):
        line = {"src": source, "dst": destination, "engine": "ce", "direction": "", "bytes": 0}
        line.update(result)
        os.write(pipe, (json.dumps(line) + "\n").encode())

    try:
        measure(source, destination, options, emit)
    except (CudaError, OSError, AttributeError) as error:
        emit({"verdict": "ERROR", "detail": str(error)})


def kill(pid):
    """Kills a child and what it started; it may not have made its own group yet."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(pid, signal.SIGKILL)


def run(source, destination, options):
    """Runs one pair in a child, passing its lines on; says so if it hangs or dies."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        try:
            child(source, destination, options, writer)
        finally:
            os._exit(0)
    os.close(writer)
    deadline = time.monotonic() + options.timeout
    pending = b""
    lines = 0
    hung = False
    while True:
        left = deadline - time.monotonic()
        ready = select.select([reader], [], [], max(0, left))[0]
        if not ready:
            hung = True
            kill(pid)
            break
        data = os.read(reader, 65536)
        if not data:
            break
        pending += data
        *whole, pending = pending.split(b"\n")
        for line in whole:
            lines += 1
            sys.stdout.write(line.decode() + "\n")
            sys.stdout.flush()
    os.close(reader)
    if not hung:
        os.waitpid(pid, 0)
    if hung or not lines:
        verdict = {"verdict": "HANG", "detail": "no end within %g s" % options.timeout}
        if not hung:
            verdict = {"verdict": "ERROR", "detail": "the child process died"}
        line = {"src": source, "dst": destination, "engine": "ce", "direction": "", "bytes": 0}
        line.update(verdict)
        print(json.dumps(line), flush=True)


def main():
    parser = argparse.ArgumentParser(prog="p2p-probe")
    parser.add_argument("--functions", required=True, help="PCI functions, separated by commas")
    parser.add_argument("--bytes", default="65536,67108864", help="sizes, multiples of 4")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for a pair")
    parser.add_argument("--loopback", action="store_true", help="also each GPU with itself")
    parser.add_argument("--corrupt", type=int, help="spoil this word of each copy: a test of the test")
    options = parser.parse_args()
    options.bytes = [int(size) for size in options.bytes.split(",")]
    functions = options.functions.split(",")
    for source in functions:
        for destination in functions:
            if source != destination or options.loopback:
                run(source, destination, options)
    print(json.dumps({"done": True, "devices": len(functions)}))


main()
