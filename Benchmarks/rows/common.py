"""What every row of the benchmarks needs: the builds, the programs and their CPU seconds, a folder for their files."""
import os, re, shutil, statistics, subprocess, sys, tempfile, time
from dataclasses import dataclass, field

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = f"{ROOT}/.build/benchmarks"


class Missing(Exception):
    """What a row needs and this machine lacks, in a sentence."""


def say(line):
    print(f"Benchmarks/run: {line}", file=sys.stderr, flush=True)


@dataclass
class Options:
    rounds: int
    records: int
    sync_records: int
    log_rows: int
    before: str
    work: str = field(default_factory=lambda: tempfile.mkdtemp(prefix="vitals-benchmarks-"))
    running: list = field(default_factory=list)

    def folder(self, name):
        path = f"{self.work}/{name}"
        shutil.rmtree(path, ignore_errors=True)
        os.mkdir(path)
        return path

    def clean_up(self):
        for process in self.running:
            stop(process)
        shutil.rmtree(self.work, ignore_errors=True)


def stop(process):
    if process.poll() is None:
        process.terminate()
        process.wait()


@dataclass
class Used:
    """What a program that has ended has used."""
    cpu_seconds: float
    peak_mib: float
    output: str


def run(*command, data=None):
    """Runs a program to its end; its failure is ours."""
    environment = dict(os.environ, **({"VITALS_DATA": data} if data else {}))
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    if process.returncode != 0:
        raise SystemExit(f"Benchmarks/run: {' '.join(command)} failed:\n{text[-2000:]}")
    return Used(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text)


def build(product, root=ROOT, scratch=BUILD):
    """Builds a release program, and returns its path."""
    say(f"building {product} in {scratch}")
    log = f"{scratch}-{product}.log"
    os.makedirs(os.path.dirname(log), exist_ok=True)
    with open(log, "w") as output:
        status = subprocess.run(
            ["swift", "build", "-c", "release", "--package-path", root, "--scratch-path", scratch,
             "--product", product],
            stdout=output, stderr=subprocess.STDOUT, env=dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1")).returncode
    if status != 0:
        raise SystemExit(f"Benchmarks/run: {product} can't be built; see {log}")
    return f"{scratch}/release/{product}"


def build_before(product, commit):
    """Builds a release program as it was at a commit, once."""
    # Packages are built for the path that they lie at, so each commit has a folder of its own.
    folder = f"{BUILD}/before-{commit}"
    program = f"{folder}/build/release/{product}"
    if os.path.exists(program):
        return program
    if not os.path.exists(f"{folder}/source"):
        os.makedirs(f"{folder}/source")
        archive = subprocess.run(["git", "-C", ROOT, "archive", commit], capture_output=True)
        if archive.returncode != 0:
            os.rmdir(f"{folder}/source")
            raise Missing(f"the commit {commit} isn't in this clone; git fetch --unshallow, or name another with --before")
        subprocess.run(["tar", "-x", "-C", f"{folder}/source"], input=archive.stdout, check=True)
    return build(product, f"{folder}/source", f"{folder}/build")


def compile_c(name, *libraries):
    """Compiles a baseline, and returns its path."""
    os.makedirs(BUILD, exist_ok=True)
    flags = []
    if "-lpq" in libraries:
        flags = subprocess.run(["pkg-config", "--cflags", "libpq"], capture_output=True, text=True).stdout.split()
    command = ["clang", "-O2", "-Wall", "-Wextra", "-Werror", *flags, "-o", f"{BUILD}/{name}-baseline",
               f"{ROOT}/Benchmarks/baselines/{name}.c", *libraries]
    compiled = subprocess.run(command, capture_output=True, text=True)
    if compiled.returncode != 0:
        raise Missing(f"{name}.c can't be compiled: {compiled.stderr.strip().splitlines()[0]}")
    return command[command.index("-o") + 1]


def start_server(options, program, data, *arguments, environment=None):
    """Starts a server, and returns it with its address."""
    server = subprocess.Popen(
        [program, "--port", "0", *(["--data", data] if data else []), *arguments], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True, env=dict(os.environ, **(environment or {})))
    options.running.append(server)
    address = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
    if not address:
        raise SystemExit(f"Benchmarks/run: {program} didn't start.")
    return server, address.group()


def cpu_of(pid):
    """The CPU seconds of a running process so far."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def median(numbers):
    return statistics.median(numbers)


def result(what, against, measured, goal, held):
    return {"what": what, "against": against, "measured": measured, "goal": goal, "state": "held" if held else "missed"}


def spread(numbers, unit="s", digits=2):
    return f"{median(numbers):.{digits}f} {unit} ({min(numbers):.{digits}f} to {max(numbers):.{digits}f})"


def wait_for(condition, seconds, what):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit(f"Benchmarks/run: {what} took more than {seconds} s.")
        time.sleep(0.02)
