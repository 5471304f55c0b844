internal import Foundation
internal import Subprocess

#if canImport(System)
internal import System
#else
internal import SystemPackage
#endif

/// A small shell script that outlives us. However this process dies, the script then ends and removes the processes and
/// folders it was told to guard. A process is ended with its descendants, including those that left its group.
///
/// It reads from a pipe that only we write to. The end of the file without a `stand-down` means that we are gone.
package final class Watchdog: Sendable {
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
        descendants() {
            for child in $(cat /proc/"$1"/task/*/children 2>/dev/null || pgrep -P "$1"); do
                echo "$child"
                descendants "$child"
            done
        }
        # False also for a process that has ended and that nobody has reaped yet.
        runs() {
            kill -0 "$1" || return
            read -r status <"/proc/$1/stat" || return 0
            case ${status##*) } in Z*) return 1 ;; esac
        }
        left=$(for id in $groups $pids; do descendants "$id"; done)
        for id in $groups; do kill -KILL "-$id"; done
        for pid in $pids; do kill -INT "$pid"; done
        tries=0
        while [ "$tries" -lt "$patience" ]; do
            alive=
            for pid in $pids; do runs "$pid" && alive=yes; done
            [ -n "$alive" ] || break
            tries=$((tries + 1))
            sleep 0.2
        done
        for pid in $pids $left; do kill -KILL "$pid"; done
        [ $# -eq 0 ] || rm -rf -- "$@"
        """

    private let pipe: FileDescriptor

    private init(pipe: FileDescriptor) { self.pipe = pipe }

    package static func start() async throws -> Watchdog {
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

    package func guardProcess(_ processID: Int32) { tell("process \(processID)") }
    /// Guards a build. It is asked to end and gets half a minute, because it only records what it has built when it
    /// ends.
    package func guardBuild(_ processID: Int32) { tell("build \(processID)") }
    /// Guards a process that leads its own group. The whole group is killed without being asked first.
    func guardGroup(_ processID: Int32) { tell("group \(processID)") }
    /// Stops guarding a group that has ended; another group may get its number.
    func forgetGroup(_ processID: Int32) { tell("ended \(processID)") }
    func guardDirectory(_ path: String) { tell("directory \(path)") }

    /// Ends the watchdog because there is nothing left to end, or because everything is meant to stay.
    package func standDown() {
        tell("stand-down")
        try? pipe.close()
    }

    /// Lets the watchdog do its work, as our death would. For tests.
    func abandon() { try? pipe.close() }

    private func tell(_ line: String) { _ = try? pipe.writeAll((line + "\n").utf8) }
}
