import Foundation
import StepSupport

/// A small file system in memory, for a browser that runs out of space. Linux, and root.
final class SmallDisk: Sendable {
    static let isAllowed: Bool = {
        #if os(Linux)
        getuid() == 0 && (try? SmallDisk(sizeBytes: 65_536)) != nil
        #else
        false
        #endif
    }()

    private let folder: TemporaryFolder

    var path: String { folder.url.path }

    init(sizeBytes: Int) throws {
        folder = try TemporaryFolder()
        guard Self.call("mount", "-t", "tmpfs", "-o", "size=\(sizeBytes)", "tmpfs", path) else {
            throw ProgramError("tmpfs cannot be mounted here")
        }
    }

    deinit { _ = Self.call("umount", "-l", path) }

    /// Leaves no byte free.
    func fill() {
        guard let file = fopen(path + "/ballast", "w") else { return }
        let block = [UInt8](repeating: 0, count: 4096)
        while fwrite(block, 1, block.count, file) == block.count, fflush(file) == 0 {}
        fclose(file)
    }

    func unfill() { unlink(path + "/ballast") }

    private static func call(_ arguments: String...) -> Bool {
        let program = try? RunningProgram(path: "/usr/bin/env", arguments)
        return (try? program?.finish(withinSeconds: 10))?.status == 0
    }
}
