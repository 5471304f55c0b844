import Hummingbird
import Vitals
package import VitalsServer

extension ServerFeature {
    /// Counts the records that a user's pushes have written.
    package static let __name__ = ServerFeature(name: "__slug__") {
        $0.isSupported = { $0.ability((any __Name__Store).self) != nil }
        $0.sqliteMigrations = [.__name__]
        $0.sqlitePushHooks = [.__name__]
        $0.postgresPushHooks = [.__name__]
        $0.export = { store, user in
            let count = try await store.ability((any __Name__Store).self)?.writtenCount(user: user) ?? 0
            return count == 0 ? [] : [.init("__slug__", .number(Double(count)))]
        }
    }
}

extension ServerComponents {
    /// Serves `GET /__slug__`.
    ///
    /// - Parameter many: the count from which on the response says that there are many.
    package mutating func add__Name__(many: Int64) {
        addRoutes(below: "__slug__") { group, service in
            guard let store = service.store.ability((any __Name__Store).self) else { return }
            group.get { _, context in
                guard let user = context.user else { throw ServiceError.unauthorized }
                let count = try await store.writtenCount(user: user)
                return Response.json(Array(#"{"isMany":\#(count >= many),"written":\#(count)}"#.utf8))
            }
        }
    }
}
