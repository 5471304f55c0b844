import ServiceLifecycle

/// Closes the store after every service that started later has stopped.
struct StoreService: Service {
    let store: any SyncStore

    func run() async throws {
        try? await gracefulShutdown()
        try await store.close()
    }
}
