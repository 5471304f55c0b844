import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
package import ServiceLifecycle
import UnixSignals

/// The server, ready to run.
///
/// - Parameter onListening: called with the address once it is bound, before the first request is taken.
package func buildApplication(
    store: any SyncStore, configuration: HTTPConfiguration, logger: Logger,
    onListening: @escaping @Sendable (_ host: String, _ port: Int) async -> Void = { _, _ in }
) -> any Service {
    if let name = configuration.storeName { logger.info("the records are in \(name)") }
    let features = ActiveFeatures(configuration.components.features, of: store, logger: logger)
    let service = SyncService(
        store: store, limits: configuration.limits, features: configuration.features + features.names,
        sendsIdentity: configuration.sendsIdentity, pushRules: features.pushRules,
        observer: configuration.components.observer)
    let work = configuration.components.services.compactMap { $0(service, configuration, logger) }
    let limiter = ConnectionLimiter(
        limit: OpenFileLimit.makeRoom(forConnections: configuration.maximumConnectionCount, logger: logger),
        trustedProxyCount: configuration.components.trustedProxyCount, logger: logger)
    let channel = HTTP1Channel.Configuration(
        additionalChannelHandlers: [
            ConnectionLimitHandler(limiter),
            ConnectionGuard(
                bodyTimeoutSeconds: configuration.bodyTimeoutSeconds,
                stallTimeoutSeconds: configuration.idleTimeoutSeconds),
        ],
        idleTimeout: TimeAmount(seconds: configuration.idleTimeoutSeconds))
    var application = Application(
        router: Routes.router(service: service, configuration: configuration),
        server: configuration.components.transport(channel),
        configuration: ApplicationConfiguration(
            address: .hostname(configuration.host, port: configuration.port)),
        // The first service is the last to be stopped.
        services: [StoreService(store: store)] + work,
        onServerRunning: { channel in
            await onListening(
                channel.localAddress?.ipAddress ?? configuration.host,
                channel.localAddress?.port ?? configuration.port)
        },
        logger: logger)
    application.beforeServerStarts { try await features.prepare(store) }
    for case let work as any ReadyService in work {
        application.beforeServerStarts { try await work.waitUntilReady() }
    }
    return application
}

/// Serves until the task is cancelled, or until SIGTERM or SIGINT arrives. Requests in flight then finish, and the
/// store is closed.
package func serve(
    store: any SyncStore, configuration: HTTPConfiguration, logger: Logger, stopsOnSignals: Bool = true,
    onListening: @escaping @Sendable (_ host: String, _ port: Int) async -> Void = { _, _ in }
) async throws {
    // @write 12 graceful-stop
    let application = buildApplication(
        store: store, configuration: configuration, logger: logger, onListening: onListening)
    var group = ServiceGroupConfiguration(
        services: [application], gracefulShutdownSignals: stopsOnSignals ? [.sigterm, .sigint] : [], logger: logger)
    group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownTimeoutSeconds)
    try await ServiceGroup(configuration: group).run()
    // @starter
    //| throw notWritten(12, "run the application until SIGTERM or SIGINT, and let requests in flight finish")
    // @end
}

/// Closes the store after every service that started later has stopped.
struct StoreService: Service {
    let store: any SyncStore

    func run() async throws {
        try? await gracefulShutdown()
        try await store.close()
    }
}
