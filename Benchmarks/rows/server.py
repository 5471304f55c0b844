"""The server on SQLite: idle, and while one user's clients hardly read."""
import http.client, importlib.util, time

from .common import ROOT, build, cpu_of, median, result, say, spread, start_server, stop


def slow_readers(options):
    spec = importlib.util.spec_from_file_location("slow_readers", f"{ROOT}/Benchmarks/slow-readers.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    server = build("vitals-server")
    ratios, peaks = [], []
    for _ in range(options.rounds):
        (_, idle_ms), (peak, attacked_ms) = module.measure(server)
        ratios.append(attacked_ms / idle_ms)
        peaks.append(peak)
        say(f"slow readers: p99 {idle_ms:.1f} ms idle, {attacked_ms:.1f} ms beside them, {peak:.0f} MiB")
    return [result("p99 of a push beside another user's 32 slow readers", "the idle server",
                   f"{median(ratios):.1f} times ({min(ratios):.1f} to {max(ratios):.1f}); {max(peaks):.0f} MiB",
                   "≤ 10 times", median(ratios) <= 10)]


def idle(options):
    server = build("vitals-server")
    ready, memory, cpu = [], [], []
    for _ in range(options.rounds):
        begin = time.monotonic()
        running, address = start_server(options, server, options.folder("idle"))
        connection = http.client.HTTPConnection(address.removeprefix("http://"))
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        ready.append((time.monotonic() - begin) * 1000)
        time.sleep(1)
        cpu.append(cpu_of(running.pid))
        with open(f"/proc/{running.pid}/status") as status:
            memory.append(int(next(line for line in status if line.startswith("VmRSS")).split()[1]) / 1024)
        stop(running)
        say(f"idle: ready in {ready[-1]:.0f} ms, {memory[-1]:.0f} MiB")
    return [
        result("idle server, memory (RSS)", "", spread(memory, "MiB", 0), "≤ 40 MiB", median(memory) <= 40),
        result("start of the server to its first response", f"{median(cpu):.2f} CPU seconds", spread(ready, "ms", 0),
               "≤ 100 ms", median(ready) <= 100),
    ]
