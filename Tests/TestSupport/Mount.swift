import Foundation
import StepSupport

/// A small file system in memory, for tests of full or frozen disks. It needs Linux, and root.
package final class Mount: Sendable {
    package static let isAllowed: Bool = {
        #if os(Linux)
        guard getuid() == 0 else { return false }
        let probe = NSTemporaryDirectory() + "vitals-mount-probe-\(UUID().uuidString)"
        guard let mount = try? Mount(sizeBytes: 65_536, at: probe) else { return false }
        withExtendedLifetime(mount) {}
        return true
        #else
        return false
        #endif
    }()

    package let path: String

    package init(sizeBytes: Int, at path: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard Self.call("mount", "-t", "tmpfs", "-o", "size=\(sizeBytes)", "tmpfs", path) else {
            throw ProgramError("tmpfs cannot be mounted here")
        }
    }

    /// Fills the file system to the last byte.
    package func fill() {
        guard let file = fopen(path + "/ballast", "w") else { return }
        let block = [UInt8](repeating: 0, count: 4096)
        while fwrite(block, 1, block.count, file) == block.count, fflush(file) == 0 {}
        fclose(file)
    }

    package func unfill() { unlink(path + "/ballast") }

    package func remountReadOnly() { _ = Self.call("mount", "-o", "remount,ro", path) }

    // Lazily: a program that has just been ended may hold it for a moment more.
    deinit { _ = Self.call("umount", "-l", path) }

    private static func call(_ arguments: String...) -> Bool {
        let program = try? RunningProgram(
            path: "/usr/bin/env", arguments, environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        return (try? program?.finish(withinSeconds: 10))?.status == 0
    }
}
