internal import Foundation

/// An account of this machine.
package struct SystemUser: Sendable {
    package let name: String
    package let userID: UInt32
    package let groupID: UInt32

    /// Whom to run a program as that refuses to be run by root; nil when we are not root and may run it ourselves.
    package static func unprivileged() -> SystemUser? {
        guard geteuid() == 0 else { return nil }
        return named("postgres") ?? named("nobody")
    }

    static func named(_ name: String) -> SystemUser? {
        guard let entry = getpwnam(name) else { return nil }
        return SystemUser(name: name, userID: entry.pointee.pw_uid, groupID: entry.pointee.pw_gid)
    }
}
