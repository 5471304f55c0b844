// The door for a feature that looks at a device's exchanges, such as one that counts or lists them.

/// Is told of each exchange of a device with its server, and of the end of each sync. One device has one of its own.
///
/// It's called outside every transaction, and can't make a sync fail.
package protocol ExchangeObserver: Sendable {
    /// Is called when a request has ended. The sync waits for it, so it should only note what it needs.
    func didExchange(_ exchange: ObservedExchange)

    /// Is called when a sync has ended, well or not. The lock of the sync is free again.
    func didSync(_ store: MeasurementStore)
}

/// A request that has ended.
package struct ObservedExchange: Sendable {
    package let request: HTTPRequest
    /// The response, or the error of the transport.
    package let result: Result<HTTPResponse, any Error>
    /// The time at which it began, by the device's clock.
    package let at: Timestamp
    /// From the request to the whole response, or to the failure. It doesn't jump where the clock is set.
    package let durationMilliseconds: Int64

    package init(
        request: HTTPRequest, result: Result<HTTPResponse, any Error>, at: Timestamp, durationMilliseconds: Int64
    ) {
        self.request = request
        self.result = result
        self.at = at
        self.durationMilliseconds = durationMilliseconds
    }
}

/// A transport that tells observers of each request that goes out.
struct ObservedTransport: HTTPTransport {
    let base: any HTTPTransport
    let observers: [any ExchangeObserver]
    let clock: @Sendable () -> Timestamp

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let (at, begin) = (clock(), ContinuousClock.now)
        do {
            let response = try await base.send(request)
            tell(request, .success(response), at, begin)
            return response
        } catch {
            tell(request, .failure(error), at, begin)
            throw error
        }
    }

    private func tell(
        _ request: HTTPRequest, _ result: Result<HTTPResponse, any Error>, _ at: Timestamp,
        _ begin: ContinuousClock.Instant
    ) {
        let (seconds, attoseconds) = (ContinuousClock.now - begin).components
        let exchange = ObservedExchange(
            request: request, result: result, at: at,
            durationMilliseconds: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
        for observer in observers { observer.didExchange(exchange) }
    }
}

extension FeatureList {
    /// New observers for one device.
    func makeObservers() -> [any ExchangeObserver] { features.compactMap { $0.exchangeObserver?() } }

    /// The transport of a device: `base`, seen by its observers, within what the features put around it.
    func wrap(
        _ base: any HTTPTransport, observers: [any ExchangeObserver], clock: @escaping @Sendable () -> Timestamp
    ) -> any HTTPTransport {
        let observed = ObservedTransport(base: base, observers: observers, clock: clock)
        return wrap(observers.isEmpty ? base : observed, clock: clock)
    }
}

extension Device {
    /// Tells the observers that a sync has ended.
    func tellObservers() {
        for observer in observers { observer.didSync(store) }
    }
}
