internal import Foundation

/// Builds the course's own package through its launcher. The launcher knows which traits the folder was last built
/// with, and shows the build's progress on standard error.
package struct PackageBuild: Sendable {
    package let root: String

    package init(root: String) { self.root = root }

    /// Builds the programs for the demo.
    ///
    /// - Returns: the folder of the programs.
    package func products() async throws -> String {
        try await launcher("demo")
        let configuration = ProcessInfo.processInfo.environment["VITALS_COURSE_CONFIGURATION"] ?? "debug"
        return "\(root)/.build/\(configuration)"
    }

    /// Builds everything that a run of the tests needs.
    package func tests() async throws { try await launcher("tests") }

    private func launcher(_ target: String) async throws {
        var command = Command(root + "/vitals-course", ["--build", target])
        command.timeoutSeconds = 3_600
        let result = try await command.stream(toStandardError: true)
        guard result.succeeded else {
            throw CourseError(.failed, "The build failed with \(result.ending). The compiler's messages are above.")
        }
    }
}

/// The environment variables that a SwiftPM build gets: those that compilers, git and pkg-config may need, and the same
/// each time.
///
/// 1. SwiftPM reads the manifest of every package again when any variable changes. A new database address, another
///    language or a new terminal window would cost each check 2 to 6 seconds.
/// 2. SwiftPM passes a package's traits to the compiler in the order of a hashed set. That order changes from process
///    to process, and then everything in such a package is built again. A fixed hash seed keeps the order.
/// 3. A compiler fills hundreds of megabytes of memory and then ends. With huge pages it takes about a tenth less time.
package struct BuildEnvironment: Sendable {
    /// The variables that are the same on every machine. The first one is documented by Swift's runtime, the second one
    /// by the GNU C library, from 2.35 on; others ignore it.
    package static let constants = [
        "SWIFT_DETERMINISTIC_HASHING": "1", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
    ]

    /// The compilers that the user has chosen. A build in a sandbox needs the same ones: SwiftPM compiles every package
    /// again when a compiler's path changes.
    package static let compilers = ProcessInfo.processInfo.environment.filter {
        ["SWIFT_EXEC", "CC", "CXX"].contains($0.key)
    }

    /// The variables in a sandbox, which has none of the user's own.
    package static let inSandbox = constants.merging(compilers) { $1 }

    private static let names: Set<String> = [
        "HOME", "LOGNAME", "PATH", "SSH_AUTH_SOCK", "TMPDIR", "USER",
        "AR", "CC", "CPATH", "CPLUS_INCLUDE_PATH", "CXX", "C_INCLUDE_PATH", "LD_LIBRARY_PATH", "LIBRARY_PATH",
        "DEVELOPER_DIR", "SDKROOT", "TOOLCHAINS",
        "ALL_PROXY", "CURL_CA_BUNDLE", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "SSL_CERT_DIR", "SSL_CERT_FILE",
        "all_proxy", "https_proxy", "http_proxy", "no_proxy",
    ]
    private static let prefixes = ["GIT_", "PKG_CONFIG", "SWIFT", "XDG_CACHE_", "XDG_CONFIG_"]

    /// Variables that only git needs, while it fetches. Each terminal may have another value.
    private static let forFetching: Set<String> = ["SSH_AUTH_SOCK"]

    /// Variables for the build, filtered from `environment`.
    package let variables: [String: String]

    /// - Parameter hasPackages: true when every package has been fetched already.
    package init(of environment: [String: String] = ProcessInfo.processInfo.environment, hasPackages: Bool = false) {
        variables = environment.filter { name, _ in
            if hasPackages, Self.forFetching.contains(name) { return false }
            return Self.names.contains(name) || Self.prefixes.contains { name.hasPrefix($0) }
        }
        .merging(Self.constants) { $1 }
    }
}
