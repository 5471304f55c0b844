import Foundation
import StepSupport

/// A small file system in memory, for disks that are full or frozen. Linux, and root.
final class Mount {
    static let isAllowed: Bool = {
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

    let path: String

    init(sizeBytes: Int, at path: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard Self.call("mount", "-t", "tmpfs", "-o", "size=\(sizeBytes)", "tmpfs", path) else {
            throw ProgramError("tmpfs cannot be mounted here")
        }
    }

    /// Leaves no byte free.
    func fill() {
        guard let file = fopen(path + "/ballast", "w") else { return }
        let block = [UInt8](repeating: 0, count: 4096)
        while fwrite(block, 1, block.count, file) == block.count, fflush(file) == 0 {}
        fclose(file)
    }

    func unfill() { unlink(path + "/ballast") }

    func remountReadOnly() { _ = Self.call("mount", "-o", "remount,ro", path) }

    deinit { _ = Self.call("umount", path) }

    private static func call(_ arguments: String...) -> Bool {
        var words = (["/usr/bin/env"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var environment = [strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), nil]
        defer { free(environment[0]) }
        var processID: pid_t = 0
        guard posix_spawn(&processID, "/usr/bin/env", nil, nil, &words, &environment) == 0 else { return false }
        var status: Int32 = 0
        return waitpid(processID, &status, 0) == processID && status == 0
    }
}
