import Foundation
import StepSupport

/// What is committed for the deployment.
enum DeployFiles {
    /// `Dockerfile` and everything below `deploy`.
    static func names() throws -> [String] {
        let below = FileManager.default.enumerator(atPath: PackageFiles.url("deploy").path)?.allObjects ?? []
        let files = below.compactMap { $0 as? String }.map { "deploy/" + $0 }.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: PackageFiles.url(path).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        return [Dockerfile.path] + files.sorted()
    }

    /// What in a line is a secret and no placeholder: `$NAME`, `${NAME}`, `%s` and `PASSWORD` are none.
    static func secret(in line: String) -> String? {
        for match in line.matches(of: /postgres(?:ql)?:\/\/[^\s:@\/]*:([^\s@]+)@/)
        where !match.1.contains(/^[$%]|^[A-Z_…]+$/) {
            return "a DSN with a password"
        }
        if line.contains(/(?i)password["']?\s*[=:]\s*["']?[A-Za-z0-9+\/_.~!@#^&*-]{4,}["']?\s*$/) {
            return "a password"
        }
        return line.contains("-----BEGIN") ? "a private key" : nil
    }
}
