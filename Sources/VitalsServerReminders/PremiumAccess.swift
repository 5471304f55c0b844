package import Foundation
package import Vitals
package import VitalsServer

/// Decides who may change reminders: all users, or, on a server that requires it, those who were given `premium_access`.
package struct PremiumAccess: Sendable {
    /// True for a server that asks for it.
    package let isRequired: Bool
    private let now: @Sendable () -> Timestamp

    package init(isRequired: Bool, now: @escaping @Sendable () -> Timestamp = Pairing.wallClock) {
        self.isRequired = isRequired
        self.now = now
    }

    /// The types of entities that a user may not change now. Those may still be read and restated, and go with their group.
    package func lockedTypes(of user: UUID, in store: any SyncStore) async throws -> Set<String> {
        guard isRequired else { return [] }
        return try await state(of: user, in: store).isAllowed ? [] : ["reminder"]
    }

    /// What a user is told about it.
    package func state(of user: UUID, in store: any SyncStore) async throws -> State {
        let given = try await store.ability((any EntitlementStore).self)?.entitlements(of: user) ?? []
        let grant = given.first { $0.name == Entitlement.premiumAccess }
        return State(
            isAllowed: !isRequired || grant?.holds(at: now()) == true, isRequired: isRequired, until: grant?.until)
    }

    /// A user's permission to change reminders.
    package struct State: Hashable, Sendable {
        package let isAllowed: Bool
        package let isRequired: Bool
        /// The end of the permission that was given, which may be past; nil without one, and for one that has no end.
        package let until: Timestamp?

        package var json: JSONValue {
            .object([
                .init("allowed", .bool(isAllowed)), .init("required", .bool(isRequired)),
                .init("until", until.map { .string($0.rfc3339) } ?? .null),
            ])
        }
    }
}
