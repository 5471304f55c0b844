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
