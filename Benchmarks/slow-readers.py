#!/usr/bin/env python3
"""32 clients of one user pull 10 000 records of 8 KiB and hardly read; how large the server becomes, and how long
another user waits.

Usage: Benchmarks/slow-readers.py [VITALS_SERVER]      (default: .build/release/vitals-server, else debug)

Prints the server's memory (RSS) idle and under attack, and another user's p99 of 300 pushes idle and under attack.
Measured on SQLite. The goals are 128 MiB, and ten times the idle p99.
"""
import http.client, json, os, shutil, socket, subprocess, sys, tempfile, time, uuid

READERS, RECORDS, PUSHES = 32, 10_000, 300


def rss_mib(pid):
    with open(f"/proc/{pid}/status") as status:
        return int(next(line for line in status if line.startswith("VmRSS")).split()[1]) / 1024


def record(extra=""):
    members = {
        "id": str(uuid.uuid4()), "kind": "WEIGHT", "value": 70, "unit": "KG", "recordedAt": "2026-06-20T07:30:00Z",
        "updatedAt": "2026-06-20T07:30:00Z", "version": 1,
    }
    return members | ({"note": extra} if extra else {})


def push(connection, token, records):
    body = json.dumps({"records": records})
    connection.request("POST", "/sync/push", body, {"Authorization": f"Bearer {token}"})
    response = connection.getresponse()
    response.read()
    assert response.status == 200, response.status


def p99_ms(port, token):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    times = []
    for _ in range(PUSHES):
        begin = time.perf_counter()
        push(connection, token, [record()])
        times.append((time.perf_counter() - begin) * 1000)
    return sorted(times)[int(PUSHES * 0.99) - 1]


def measure(program):
    """The idle and the attacked server, each as its memory in MiB and the other user's p99 in ms."""
    folder = tempfile.mkdtemp(prefix="vitals-slow-readers-")
    other = "a-token-of-the-other-user"
    subprocess.run([program, "user", "add", "--token", other, "--data", folder], check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen([program, "--port", "0", "--data", folder], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    try:
        port = int(server.stdout.readline().rsplit(":", 1)[1])
        connection = http.client.HTTPConnection("127.0.0.1", port)
        for _ in range(RECORDS // 500):
            push(connection, "dev-token", [record("x" * 8000) for _ in range(500)])
        connection.close()
        idle_ms = p99_ms(port, other)
        idle = (rss_mib(server.pid), idle_ms)
        readers = []
        for _ in range(READERS):
            reader = socket.socket()
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.connect(("127.0.0.1", port))
            reader.sendall(b"GET /sync/pull?limit=10000 HTTP/1.1\r\nHost: localhost\r\n"
                           b"Authorization: Bearer dev-token\r\n\r\n")
            readers.append(reader)
        deadline = time.time() + 10
        peak = 0
        while time.time() < deadline:
            for reader in readers:
                reader.recv(256)
            peak = max(peak, rss_mib(server.pid))
            time.sleep(0.1)
        attacked_ms = p99_ms(port, other)
        return idle, (max(peak, rss_mib(server.pid)), attacked_ms)
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder)


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    builds = [f"{root}/.build/{kind}/vitals-server" for kind in ("release", "debug")]
    program = sys.argv[1] if len(sys.argv) > 1 else next(path for path in builds if os.path.exists(path))
    (idle_mib, idle_ms), (peak_mib, attacked_ms) = measure(program)
    print(f"idle:         {idle_mib:6.0f} MiB, p99 {idle_ms:.1f} ms")
    print(f"32 slow pulls: {peak_mib:5.0f} MiB, p99 {attacked_ms:.1f} ms, {attacked_ms / idle_ms:.1f} times the idle one")


if __name__ == "__main__":
    main()
