import VitalsServer

/// The store as a server opens it: features may do something before it's opened, and before it's served.
struct ServedStore {
    let options: StoreOptions
    let features: Features

    /// Opens the store. Close it when you're done.
    ///
    /// - Throws: `Failure`; `ValidationError` for an option.
    func open() async throws -> any SyncStore {
        try await features.prepare(try options.location())
        let store = try await options.open()
        do {
            try await features.prepare(store)
            return store
        } catch {
            try? await store.close()
            throw error
        }
    }

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
