import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

import func Foundation.strerror

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Serves `GET /metrics` and nothing else, on an address of its own, so that a proxy which publishes the API can't publish
/// the metrics by accident.
struct PrometheusService: ReadyService {
    let observer: PrometheusObserver
    let address: PrometheusAddress
    let configuration: HTTPConfiguration
    let logger: Logger
    let onListening: @Sendable (_ port: Int) -> Void
    /// Ends once the address is bound, or with the error.
    private let listening: AsyncThrowingStream<Never, any Error>
    private let listens: AsyncThrowingStream<Never, any Error>.Continuation

    /// More than any number of scrapers needs.
    private static let maximumConnectionCount = 64

    init(
        observer: PrometheusObserver, address: PrometheusAddress, configuration: HTTPConfiguration, logger: Logger,
        onListening: @escaping @Sendable (_ port: Int) -> Void
    ) {
        self.observer = observer
        self.address = address
        self.configuration = configuration
        self.logger = logger
        self.onListening = onListening
        (listening, listens) = AsyncThrowingStream.makeStream()
    }

    func waitUntilReady() async throws {
        for try await _ in listening {}
    }

    func run() async throws {
        do {
            try checkAddress()
            try await application().run()
            listens.finish()
        } catch {
            let problem = problem(error)
            listens.finish(throwing: problem)
            throw problem
        }
    }

    private func checkAddress() throws {
        guard address.overlaps(host: configuration.host, port: configuration.port) else { return }
        throw PrometheusAddressError(
            description:
                "\(PrometheusAddress.settingName) needs an address of its own, and \(address.authority) is the API's; "
                + "choose another port for it")
    }

    private func application() -> some ApplicationProtocol {
        let router = Router(context: ServerRequestContext.self)
        router.add(middleware: ProblemMiddleware())
        let (observer, address, logger) = (observer, address, logger)
        router.get("metrics") { request, _ in
            // A web page can let its name resolve to this machine. Its requests still carry that name.
            guard !address.isLoopback || LoopbackHostMiddleware.isLoopback(authority: request.head.authority ?? "")
            else {
                throw ServiceError.misdirectedScrape
            }
            return Response(
                status: .ok, headers: [.contentType: PrometheusText.mediaType, .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: observer.text())))
        }
        let limiter = ConnectionLimiter(limit: Self.maximumConnectionCount, trustedProxyCount: 0, logger: logger)
        let channel = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionLimitHandler(limiter),
                ConnectionGuard(
                    bodyTimeoutSeconds: configuration.bodyTimeoutSeconds,
                    stallTimeoutSeconds: configuration.idleTimeoutSeconds),
            ],
            idleTimeout: TimeAmount(seconds: configuration.idleTimeoutSeconds))
        return Application(
            router: router, server: .plain(channel),
            configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? address.port
                let shown = PrometheusAddress(host: address.host, port: port).authority
                logger.info("metrics are served", metadata: ["url": "http://\(shown)/metrics"])
                onListening(port)
                listens.finish()
            },
            logger: logger)
    }

    /// The error with the setting's name in it, because by itself it would look like one of the API's address.
    private func problem(_ error: any Error) -> any Error {
        switch error {
        case is PrometheusAddressError, is CancellationError: return error
        case let error as IOError where error.errnoCode == EADDRINUSE:
            return PrometheusAddressError(
                description:
                    "\(PrometheusAddress.settingName) \(address.authority): the port is taken; choose another for it")
        case let error as IOError:
            let reason = String(cString: strerror(error.errnoCode))
            return PrometheusAddressError(
                description: "\(PrometheusAddress.settingName) \(address.authority): \(reason)")
        default:
            return PrometheusAddressError(
                description: "\(PrometheusAddress.settingName) \(address.authority): \(error)")
        }
    }
}

extension ServiceError {
    static let misdirectedScrape = ServiceError(
        421, "misdirected", "The metrics are for this machine",
        "Requests by another name than localhost are refused. Use http://127.0.0.1, or listen on another address by "
            + "\(PrometheusAddress.settingName).")
}
