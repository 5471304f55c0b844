import Foundation
import StepSupport
import Yams

/// `docker-compose.yml` as Compose reads it: short and long forms alike, variables filled in.
struct ComposeFile {
    static let path = "docker-compose.yml"

    private let root: Node
    private let variables: [String: String]

    /// - Parameter variables: the environment of `docker compose`.
    init(variables: [String: String] = [:]) throws {
        guard let root = try Yams.compose(yaml: PackageFiles.text(Self.path)), root.mapping != nil else {
            throw ComposeProblem("\(Self.path) isn't a YAML mapping: it should begin with `services:`.")
        }
        self.root = root
        self.variables = variables
    }

    /// - Throws: `StillToDo` while the service has an `x-todo`, and `ComposeProblem` where there is no such service.
    func service(_ name: String) throws -> ComposeService {
        guard let node = root["services"]?[name], node.mapping != nil else {
            throw ComposeProblem("\(Self.path) has no service named \(name).")
        }
        try throwIfUnwritten(node)
        return ComposeService(node: node, variables: variables)
    }

    var serviceNames: [String] { root["services"]?.mapping?.keys.compactMap(\.string) ?? [] }

    /// The names under `volumes:`, at the file's left margin.
    func declaredVolumes() throws -> [String] {
        try throwIfUnwritten(root)
        return root["volumes"]?.mapping?.keys.compactMap(\.string) ?? []
    }

    private func throwIfUnwritten(_ node: Node) throws {
        guard let todo = node["x-todo"] else { return }
        throw StillToDo("@@todo 11 \(Self.path):\(todo.mark?.line ?? 1) \(todo.string ?? "")")
    }
}

/// A service of `docker-compose.yml`.
struct ComposeService {
    struct Port {
        let hostAddress: String
        let host: String
        let container: String
    }

    struct Mount {
        let source: String
        let target: String
        let isReadOnly: Bool

        /// True unless the source begins with a dot, a slash or a tilde, which makes it a path of the host.
        var isNamedVolume: Bool { !source.isEmpty && !"./~".contains(source.prefix(1)) }
    }

    let node: Node
    let variables: [String: String]

    func text(_ key: String) -> String { node[key].map(fill) ?? "" }

    var environment: [String: String] {
        if let mapping = node["environment"]?.mapping {
            return Dictionary(mapping.map { (fill($0.key), fill($0.value)) }) { first, _ in first }
        }
        let pairs = items("environment").map { fill($0).split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { first, _ in first }
    }

    var ports: [Port] {
        items("ports").map { item in
            if item.mapping != nil {
                return Port(
                    hostAddress: fill(item["host_ip"]), host: fill(item["published"]), container: fill(item["target"]))
            }
            // A port without `udp` is TCP, even if it doesn't say so.
            let mapping = fill(item).replacing(/\/tcp$/, with: "")
            let parts = mapping.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            return Port(
                hostAddress: parts.dropLast(2).joined(separator: ":"), host: parts.dropLast().last ?? "",
                container: parts.last ?? "")
        }
    }

    var mounts: [Mount] {
        items("volumes").map { item in
            if item.mapping != nil {
                return Mount(
                    source: fill(item["source"]), target: fill(item["target"]),
                    isReadOnly: fill(item["read_only"]) == "true")
            }
            let parts = fill(item).split(separator: ":").map(String.init)
            guard parts.count > 1 else { return Mount(source: "", target: parts.first ?? "", isReadOnly: false) }
            let options = parts.dropFirst(2).first?.split(separator: ",") ?? []
            return Mount(source: parts[0], target: parts[1], isReadOnly: options.contains("ro"))
        }
    }

    /// The words of the health check; empty where there is none.
    var healthCheck: [String] {
        guard let test = node["healthcheck"]?["test"], fill(node["healthcheck"]?["disable"]) != "true" else {
            return []
        }
        let words = test.sequence.map { $0.map(fill) } ?? ["CMD-SHELL", fill(test)]
        guard let form = words.first, form != "NONE" else { return [] }
        return words.dropFirst().flatMap { $0.split(separator: " ").map(String.init) }
    }

    /// The services that this one waits for, each with its condition.
    var dependencies: [String: String] {
        if let mapping = node["depends_on"]?.mapping {
            return Dictionary(mapping.map { (fill($0.key), fill($0.value["condition"])) }) { first, _ in first }
        }
        return Dictionary(items("depends_on").map { (fill($0), "service_started") }) { first, _ in first }
    }

    private func items(_ key: String) -> [Node] { node[key]?.sequence.map { Array($0) } ?? [] }

    /// The text of a scalar, with variables filled in: `$NAME`, `${NAME}`, and the forms with a default (`-`), with a
    /// text for a variable that is set (`+`) and with an error for one that isn't (`?`, which is empty here). With a
    /// colon in front, an empty variable counts as unset. `$$` is a dollar.
    private func fill(_ node: Node?) -> String {
        let text = node?.scalar?.string ?? ""
        return text.replacing(/\$\$|\$\{(\w+)(?:(:?)([-+?])([^}]*))?\}|\$(\w+)/) { match in
            guard let name = match.1 ?? match.5 else { return "$" }
            let value = variables[String(name)]
            let isThere = match.2 == ":" ? value?.isEmpty == false : value != nil
            let other = match.4.map(String.init) ?? ""
            return switch match.3 {
            case "-": isThere ? value ?? "" : other
            case "+": isThere ? other : ""
            default: value ?? ""
            }
        }
    }
}

struct ComposeProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
