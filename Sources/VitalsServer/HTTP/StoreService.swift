import ServiceLifecycle

/// Closes the store once every service that was started after it has ended.
struct StoreService: Service {
    let store: any SyncStore

    func run() async throws {
        try? await gracefulShutdown()
        try await store.close()
    }
}
