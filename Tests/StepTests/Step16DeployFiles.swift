import Foundation
import StepSupport

/// The committed files for the deployment.
enum DeployFiles {
    /// The paths of `Dockerfile` and everything below `deploy`.
    static func names() throws -> [String] {
        let below = FileManager.default.enumerator(atPath: PackageFiles.url("deploy").path)?.allObjects ?? []
        let files = below.compactMap { $0 as? String }.map { "deploy/" + $0 }.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: PackageFiles.url(path).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        return [Dockerfile.path] + files.sorted()
    }

    /// The secrets in a text, each with its line number.
    static func secrets(in text: String) -> [(line: Int, what: String)] {
        var variable = NamedValue()
        return text.components(separatedBy: "\n").enumerated().compactMap { index, line in
            let name = variable.password(with: line)
            let what = secret(in: line) ?? name.map { "a password as the value of \($0)" }
            return what.map { (index + 1, $0) }
        }
    }

    /// True for a placeholder of a password: `$NAME`, `${NAME}`, `%s`, `PASSWORD` and `…`. An escape such as `%40`
    /// isn't one, and neither is another word in capitals, because a password may begin or look like that.
    static func isPlaceholder(_ text: some StringProtocol) -> Bool {
        text.isEmpty || String(text).contains(/^\$|^%[bqs]$|^[*.…x]+$|^[A-Z_]*(?:PASS|PASSWD|PASSWORD|PWD|SECRET)$/)
    }

    private static func secret(in line: String) -> String? {
        for match in line.matches(of: /postgres(?:ql)?:\/\/[^\s:@\/]*:([^\s@]+)@/) where !isPlaceholder(match.1) {
            return "a DSN with a password"
        }
        if line.contains(/(?i)password["']?\s*[=:]\s*["']?[A-Za-z0-9+\/_.~!@#^&*-]{4,}["']?\s*$/) {
            return "a password"
        }
        return line.contains("-----BEGIN") ? "a private key" : nil
    }
}
