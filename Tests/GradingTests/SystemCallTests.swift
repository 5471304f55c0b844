import Foundation
import StepSupport
import TestSupport
import Testing

@testable import CheckpointSystem

/// Tests of the filter of system calls, with real calls in both sandboxes.
@Suite("System calls in a sandbox", .enabled(if: Sandbox.path() != nil))
struct SystemCallTests {
    /// Python that makes a system call with these arguments, and prints `done` if the kernel did it.
    private static func call(_ words: String) -> String {
        """
        import ctypes, mmap, os, socket
        library = ctypes.CDLL(None)
        number = {"x86_64": 0, "aarch64": 1}[os.uname().machine]
        def call(*numbers): return library.syscall(*[n[number] if isinstance(n, tuple) else n for n in numbers])
        try:
            if \(words) >= 0: print("done")
        except OSError: pass
        """
    }

    @Test(
        "refuses system calls that keep memory which nobody counts, or that lead elsewhere",
        arguments: [
            "library.shmget(0, 4097, 0o1600)", "library.shmget(0, 1 << 30, 0o1600)",
            "library.shmget(0, 1 << 32, 0o1600)",
            "library.shmget(0, 1, 0o5600)", "call((29, 194), 0, ctypes.c_long(1 << 40), 0o1600)",
            "library.semget(0, 32000, 0o1600)", "library.msgget(0, 0o1600)",
            "call((240, 180), b'queue', 0o102, 0o600, None)",
            "call((248, 217), b'user', b'a', b'b', 1, -4)", "call((250, 219), 0, -3, 1)",
            "call((206, 0), 8, ctypes.byref(ctypes.c_long(0)))",
            "call(425, 8, ctypes.create_string_buffer(120))",
            "call((323, 282), 1)", "call(447, 0)", "call((319, 279), b'a', 4)", "call((319, 279), b'a', 0x54000004)",
            "socket.socket(40, socket.SOCK_STREAM).fileno()", "socket.socket(38, socket.SOCK_SEQPACKET).fileno()",
            "call((321, 280), 0, ctypes.create_string_buffer(128), 128)",
        ])
    func refusedCalls(words: String) async throws {
        let result = try await python(Self.call(words))
        expect(result.succeeded && result.standardOutput.isEmpty, "\(result)")
    }

    @Test(
        "allows the system calls that honest programs make",
        arguments: [
            // The segment of a Postgres, and files in memory, which are counted.
            "library.shmget(0, 56, 0o1600)", "library.shmget(0, 4096, 0o1600)", "call((319, 279), b'a', 0)",
            "len(mmap.mmap(-1, 1 << 20))", "socket.socket(socket.AF_INET).fileno()",
            "socket.socket(socket.AF_INET6).fileno()",
            "socket.socket(socket.AF_UNIX).fileno()", "socket.socketpair()[0].fileno()",
            "len(socket.if_nameindex())",
        ])
    func allowedCalls(words: String) async throws {
        let result = try await python(Self.call(words))
        expect(result.standardOutput, equals: "done\n", "\(result)")
    }

    #if arch(x86_64)
    @Test("refuses the calls of 32-bit programs, whose numbers are others")
    func otherInterface() async throws {
        // getpid by `int 0x80`: mov eax, 20; int 0x80; ret
        let result = try await python(
            """
            import ctypes, mmap
            code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
            code.write(b"\\xb8\\x14\\0\\0\\0\\xcd\\x80\\xc3")
            address = ctypes.addressof(ctypes.c_char.from_buffer(code))
            if ctypes.CFUNCTYPE(ctypes.c_int)(address)() >= 0: print("done")
            """)
        expect(result.standardOutput.isEmpty, "\(result)")
    }
    #endif

    @Test("gives a program no more open files than the three it has outside")
    func descriptors() async throws {
        let result = try await python("import os; print(sorted(os.listdir('/proc/self/fd'))[:-1])")
        expect(result.standardOutput, equals: "['0', '1', '2']\n", "\(result)")
    }

    private func python(_ script: String) async throws -> Command.Result {
        let program = Sandbox.path() ?? ""
        let command = Command("/usr/bin/python3", ["-c", script])
        return try await JobSandbox(program: program).wrap(Sandbox(program: program).opening().wrap(command)).capture()
    }
}
