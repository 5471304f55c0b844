import Foundation
import HTTPTypes
import Hummingbird
import Vitals
package import VitalsServer
import VitalsServerEntities

/// `GET /account`: what the caller may do.
struct AccountRoute: Sendable {
    let sync: SyncService
    let access: PremiumAccess
    let timeoutSeconds: Double

    /// - Parameter group: authenticates each request.
    func add(to group: RouterGroup<ServerRequestContext>) {
        group.get { request, context in try await account(request, context) }
    }

    private func account(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        guard let user = context.user else { throw ServiceError.unauthorized }
        // A phone that was moved to another account must not take this answer for that one's.
        _ = try sync.checkedCaller(
            RequestIdentity(user: user, account: request.headers[.vitalsAccount], receipt: nil))
        let state = try await withTimeout(seconds: timeoutSeconds) { [access, sync] in
            try await access.state(of: user, in: sync.store)
        }
        let body = JSONValue.object([
            .init("entitlements", .object([.init(Entitlement.premiumAccess, state.json)]))
        ])
        var response = Response.json(Array(CanonicalJSON.text(body).utf8))
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension ServerComponents {
    /// Locks reminders for users without access, whether the feature is on or off.
    package mutating func lockReminders(_ access: PremiumAccess) {
        lockedTypes.append { try await access.lockedTypes(of: $1, in: $0) }
    }

    /// Serves `GET /account`, where the store has the table of entitlements.
    package mutating func addReminders(_ access: PremiumAccess) {
        addRoutes(below: "account") { group, service, configuration in
            guard service.store.ability((any EntitlementStore).self)?.hasEntitlementTable == true else { return }
            AccountRoute(sync: service, access: access, timeoutSeconds: configuration.requestTimeoutSeconds)
                .add(to: group)
        }
    }
}

extension ServerFeature {
    /// Reminders: what a user may do with them. They themselves are entities.
    package static let reminders = ServerFeature(name: "reminders") {
        $0.sqliteMigrations = [.reminders]
        $0.sqlitePushHooks = [.reminders]
        $0.postgresPushHooks = [.reminders]
        $0.isSupported = { store in
            store.ability((any EntitlementStore).self)?.hasEntitlementTable == true
                && store.ability((any EntityStore).self)?.hasEntityTables == true
        }
        $0.export = { store, user in
            let given = try await store.ability((any EntitlementStore).self)?.entitlements(of: user) ?? []
            return given.isEmpty ? [] : [.init("entitlements", .array(given.map(\.json)))]
        }
    }
}
