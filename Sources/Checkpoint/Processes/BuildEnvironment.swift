internal import Foundation

/// What a build by SwiftPM is given of the environment: what compilers, git and pkg-config may need, and the same each time.
///
/// 1. SwiftPM reads the manifest of every package again when any variable is another one: the address of a database, another
///    language, or a new terminal window would cost each check 2 to 6 seconds.
/// 2. It passes the traits of a package to the compiler in the order of a hashed set. That order changes from process to
///    process, and with it all that is built of such a package; a fixed seed for hashing keeps it.
struct BuildEnvironment: Sendable {
    /// Swift's runtime documents it as the way to have the same hashes in each process.
    static let hashing = ["SWIFT_DETERMINISTIC_HASHING": "1"]

    private static let names: Set<String> = [
        "HOME", "LOGNAME", "PATH", "SSH_AUTH_SOCK", "TMPDIR", "USER",
        "AR", "CC", "CPATH", "CPLUS_INCLUDE_PATH", "CXX", "C_INCLUDE_PATH", "LD_LIBRARY_PATH", "LIBRARY_PATH",
        "DEVELOPER_DIR", "SDKROOT", "TOOLCHAINS",
        "ALL_PROXY", "CURL_CA_BUNDLE", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "SSL_CERT_DIR", "SSL_CERT_FILE",
        "all_proxy", "https_proxy", "http_proxy", "no_proxy",
    ]
    private static let prefixes = ["GIT_", "PKG_CONFIG", "SWIFT", "XDG_CACHE_", "XDG_CONFIG_"]

    /// Only git asks for it, while it fetches; each terminal may have another one.
    private static let forFetching: Set<String> = ["SSH_AUTH_SOCK"]

    /// What of `environment` a build has.
    let variables: [String: String]

    /// - Parameter hasPackages: nothing is left to be fetched.
    init(of environment: [String: String] = ProcessInfo.processInfo.environment, hasPackages: Bool = false) {
        variables = environment.filter { name, _ in
            if hasPackages, Self.forFetching.contains(name) { return false }
            return Self.names.contains(name) || Self.prefixes.contains { name.hasPrefix($0) }
        }
        .merging(Self.hashing) { $1 }
    }
}
