internal import Foundation
internal import Subprocess

#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A small shell that outlives us: when this process dies, however it dies, it ends what was entrusted to it.
///
/// It reads from a pipe whose only writer we are. The end of the file without a `stand-down` means that we are gone.
final class Watchdog: Sendable {
    private static let script = """
        trap '' HUP INT TERM
        pids=
        patience=25
        groups=' '
        while IFS= read -r line; do
            case $line in
                stand-down) exit 0 ;;
                process\\ *) pids="$pids ${line#process }" ;;
                build\\ *)
                    pids="$pids ${line#build }"
                    patience=150 ;;
                group\\ *) groups="$groups${line#group } " ;;
                ended\\ *)
                    id=${line#ended }
                    groups="${groups%% "$id" *} ${groups#* "$id" }" ;;
                directory\\ *) set -- "$@" "${line#directory }" ;;
            esac
        done
        for id in $groups; do kill -KILL "-$id"; done
        for pid in $pids; do kill -INT "$pid"; done
        tries=0
        while [ "$tries" -lt "$patience" ]; do
            alive=
            for pid in $pids; do kill -0 "$pid" && alive=yes; done
            [ -n "$alive" ] || break
            tries=$((tries + 1))
            sleep 0.2
        done
        for pid in $pids; do kill -KILL "$pid"; done
        [ $# -eq 0 ] || rm -rf -- "$@"
        """

    private let pipe: FileDescriptor

    private init(pipe: FileDescriptor) { self.pipe = pipe }

    static func start() async throws -> Watchdog {
        let (readEnd, writeEnd) = try FileDescriptor.pipe()
        _ = fcntl(writeEnd.rawValue, F_SETFD, FD_CLOEXEC)
        var command = Command("/bin/sh", ["-c", script, "vitals-watchdog"])
        command.directory = "/"
        let configuration = command.configuration(ownSession: true)
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        Task {
            defer { started.finish() }
            _ = try await Subprocess.run(
                configuration, input: .fileDescriptor(readEnd, closeAfterSpawningProcess: true),
                output: .discarded, error: .discarded
            ) { _ in started.finish() }
        }
        for await _ in starts {}
        return Watchdog(pipe: writeEnd)
    }

    func guardProcess(_ processID: Int32) { tell("process \(processID)") }
    /// A build, which is asked to end and gets half a minute for it: what it has built is only noted when it ends.
    func guardBuild(_ processID: Int32) { tell("build \(processID)") }
    /// A process that leads a group of its own, with all of the group; it is not asked first.
    func guardGroup(_ processID: Int32) { tell("group \(processID)") }
    /// That group is gone, and another may get its number.
    func forgetGroup(_ processID: Int32) { tell("ended \(processID)") }
    func guardDirectory(_ path: String) { tell("directory \(path)") }

    /// Nothing is left to end, or all of it is meant to stay.
    func standDown() {
        tell("stand-down")
        try? pipe.close()
    }

    private func tell(_ line: String) { _ = try? pipe.writeAll((line + "\n").utf8) }
}
