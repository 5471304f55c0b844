import VitalsServer

/// The store as a server opens it: features may do something before it's opened, and before it's served.
struct ServedStore {
    let options: StoreOptions
    let features: Features

    /// Does what `StoreOptions.withStore` does.
    func withStore<Value>(
        while action: String, _ body: (any SyncStore) async throws -> Value
    ) async throws -> Value {
        try await features.prepare(try options.location())
        return try await options.withStore(while: action) { store in
            try await features.prepare(store)
            return try await body(store)
        }
    }
}
