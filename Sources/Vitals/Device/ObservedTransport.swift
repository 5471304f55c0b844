// Tells features of each request that a device sends.

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
