internal import Foundation

/// Formats derived Swift in the project's style with the toolchain's formatter: where a marker removed lines, for
/// example, an array may have one comma too many. Results are cached.
struct SourceFormatter: Sendable {
    let configuration: String
    let cache: String

    /// - Parameter texts: maps paths to texts. A text that the formatter can't parse is returned unchanged.
    func formatted(_ texts: [String: String]) -> [String: String] {
        var done: [String: String] = [:]
        var missing: [(path: String, text: String, kept: String)] = []
        let settings = FileManager.default.contents(atPath: configuration) ?? Data()
        for (path, text) in texts {
            var fingerprint = Fingerprint()
            fingerprint.add(settings)
            fingerprint.add(text)
            let kept = "\(cache)/formatted/\(fingerprint.hex)"
            if let data = FileManager.default.contents(atPath: kept), let known = String(data: data, encoding: .utf8) {
                done[path] = known
            } else {
                missing.append((path, text, kept))
            }
        }
        guard !missing.isEmpty else { return done }
        let results = format(missing.map(\.text))
        for (item, result) in zip(missing, results) {
            done[item.path] = result ?? item.text
            if let result { try? CacheFolder.write(Data(result.utf8), to: item.kept) }
        }
        return done
    }

    private func format(_ texts: [String]) -> [String?] {
        let manager = FileManager.default
        removeLeftovers()
        let folder = "\(workFolder)/\(getpid())-\(UUID().uuidString)"
        defer { try? manager.removeItem(atPath: folder) }
        let paths = texts.indices.map { "\(folder)/\($0).swift" }
        do {
            try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (path, text) in zip(paths, texts) { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["swift", "format", "-i", "-p", "--configuration", configuration] + paths
            process.standardError = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { return texts.map { _ in nil } }
        } catch {
            return texts.map { _ in nil }
        }
        return paths.map { try? String(contentsOfFile: $0, encoding: .utf8) }
    }

    private var workFolder: String { cache + "/formatting" }

    /// Removes the folders of processes that were killed while they formatted.
    private func removeLeftovers() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: workFolder)) ?? [] {
            guard let owner = name.split(separator: "-").first.flatMap({ Int32($0) }) else { continue }
            let isGone = kill(owner, 0) != 0 && errno == ESRCH
            guard isGone else { continue }
            try? FileManager.default.removeItem(atPath: workFolder + "/" + name)
        }
    }
}
