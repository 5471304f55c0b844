internal import Foundation

/// An account on this machine.
package struct SystemUser: Sendable {
    package let name: String
    package let userID: UInt32
    package let groupID: UInt32

    /// Returns an account for a program that refuses to run as root; nil when we aren't root.
    package static func unprivileged() -> SystemUser? {
        guard geteuid() == 0 else { return nil }
        return named("postgres") ?? named("nobody")
    }

    package static func named(_ name: String) -> SystemUser? {
        guard let entry = getpwnam(name) else { return nil }
        return SystemUser(name: name, userID: entry.pointee.pw_uid, groupID: entry.pointee.pw_gid)
    }
}
