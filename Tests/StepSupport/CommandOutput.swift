import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs one command to its end and returns its output.
///
/// It uses `posix_spawn` with files instead of pipes. Foundation's `Process` would pass the open files of other tests
/// to the command, and a full pipe would block it.
enum CommandOutput {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the command's standard output.
    ///
    /// - Throws: `Failed` with its standard error when its status isn't 0.
    static func of(_ command: String, _ arguments: [String]) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vitals-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (output, errors) = (folder.appendingPathComponent("output"), folder.appendingPathComponent("errors"))

        let words = ["/usr/bin/env", command] + arguments
        let status = try spawn(words, output: output.path, errors: errors.path)
        guard status == 0 else {
            let text = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            throw Failed(description: "\(command) \(arguments.last ?? "") failed with status \(status): \(text)")
        }
        return try Data(contentsOf: output)
    }

    private static func spawn(_ words: [String], output: String, errors: String) throws -> Int32 {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
        // Files that other tests have opened must not stay open for as long as this child lives.
        for descriptor in Int32(3)..<1024 where fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }

        let environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        let arguments = words.map { strdup($0) } + [nil]
        defer { for pointer in arguments + environment { free(pointer) } }
        var processID: pid_t = 0
        let code = posix_spawn(&processID, words[0], &actions, nil, arguments, environment)
        guard code == 0 else { throw Failed(description: "\(words[0]) cannot be started: error \(code)") }
        var status: Int32 = 0
        while waitpid(processID, &status, 0) == -1, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
