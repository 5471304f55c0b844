import ServiceLifecycle

/// The background work of Web Push, which ends when the server stops. A message that waits then is given up.
struct WakeService: Service {
    let sender: WakeSender

    func run() async throws {
        await cancelWhenGracefulShutdown { await sender.run() }
    }
}
