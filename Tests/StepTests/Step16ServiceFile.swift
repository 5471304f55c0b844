import Foundation
import StepSupport
import Yams

/// The learner's `deploy/cloudrun/service.yaml`, filled in like `deploy.sh` does it.
struct ServiceFile {
    static let path = "deploy/cloudrun/service.yaml"
    static let connectionName = "my-project:europe-west1:vitals"
    static let secret = "vitals-database-url"
    static let secretVersion = "3"

    /// Values for the variables that `deploy.sh` fills in.
    private static let values = [
        "REGION=europe-west1", "PROJECT=my-project", "IMAGE=registry.example/vitals-server@sha256:0123",
        "ACCOUNT=vitals-server@my-project.iam.gserviceaccount.com", "NETWORK=vitals",
        "CONNECTION_NAME=\(connectionName)", "SECRET=\(secret)", "SECRET_VERSION=\(secretVersion)", "POOL_SIZE=4",
        "MIN_INSTANCES=0", "MAX_INSTANCES=2", "CONCURRENCY=16",
    ]

    private let root: Node

    init() async throws {
        let run = try await ShellScript.run(
            #"library=$1 && shift && . "$library" && render service.yaml "$@""#,
            [PackageFiles.url("deploy/cloudrun/lib.sh").path] + Self.values)
        guard run.status == 0 else {
            throw Problem("deploy.sh can't fill in \(Self.path): \(run.errors)")
        }
        guard let root = try Yams.compose(yaml: run.output), root.mapping != nil else {
            throw Problem("\(Self.path) isn't a YAML mapping.")
        }
        self.root = root
    }

    /// The annotations of the revision.
    ///
    /// - Throws: `StillToDo` while `part` of it isn't written yet.
    func annotations(_ part: String) throws -> [String: String] {
        let node = root["spec"]?["template"]?["metadata"]?["annotations"]
        try throwIfUnwritten(part, node)
        return (node?.mapping ?? [:]).reduce(into: [:]) { $0[$1.key.string ?? ""] = $1.value.string ?? "" }
    }

    /// - Throws: `StillToDo` while `part` of it isn't written yet.
    func container(_ part: String) throws -> Node {
        guard let node = root["spec"]?["template"]?["spec"]?["containers"]?[0] else {
            throw Problem("\(Self.path) has no container.")
        }
        try throwIfUnwritten(part, node)
        return node
    }

    /// The members of the container's `env`, by name.
    ///
    /// - Throws: `StillToDo` while one of `parts` isn't written yet.
    func environment(_ parts: String...) throws -> [String: Node] {
        let items = root["spec"]?["template"]?["spec"]?["containers"]?[0]?["env"]?.sequence.map(Array.init) ?? []
        for part in parts { for item in items { try throwIfUnwritten(part, item) } }
        return items.reduce(into: [:]) { $0[$1["name"]?.string ?? ""] = $1 }
    }

    /// The variables that have a plain value.
    ///
    /// - Throws: `StillToDo` while `part` of it isn't written yet.
    func plainEnvironment(_ part: String) throws -> [String: String] {
        try environment(part).compactMapValues { $0["value"]?.string }
    }

    private func throwIfUnwritten(_ part: String, _ node: Node?) throws {
        guard let todo = node?["x-todo-" + part] else { return }
        throw StillToDo("@@todo 16 \(Self.path):\(todo.mark?.line ?? 1) \(todo.string ?? "")")
    }

    struct Problem: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }
}

extension Node {
    /// True for a YAML string, quoted or not; `8` and `true` aren't strings.
    var isText: Bool { any is String }
}
