import Foundation
import StepSupport

/// A `PATH` on which every program records its arguments before it runs.
struct SpiedPath {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let manager = FileManager.default
        for name in ["spies", "programs"] {
            try manager.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        let spy = folder.path("spy")
        try Data(
            """
            #!/bin/sh
            printf '%s ' "${0##*/}" "$@" >>"$SPIED_CALLS"
            echo >>"$SPIED_CALLS"
            exec "$SPIED_PROGRAMS/${0##*/}" "$@"

            """.utf8
        ).write(to: URL(filePath: spy))
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: spy)
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        for place in path {
            for name in (try? manager.contentsOfDirectory(atPath: String(place))) ?? [] {
                // If two programs have the same name, the first on the path counts: the second link can't be created.
                guard manager.isExecutableFile(atPath: place + "/" + name),
                    (try? manager.createSymbolicLink(
                        atPath: folder.path("programs/" + name), withDestinationPath: place + "/" + name)) != nil
                else { continue }
                try manager.createSymbolicLink(atPath: folder.path("spies/" + name), withDestinationPath: spy)
            }
        }
    }

    var environment: [String: String] {
        [
            "PATH": folder.path("spies"), "SPIED_PROGRAMS": folder.path("programs"),
            "SPIED_CALLS": folder.path("calls"),
        ]
    }

    /// The recorded command lines, each with the program's name in front.
    func calls() throws -> [String] {
        let text = (try? String(contentsOfFile: folder.path("calls"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }
}
