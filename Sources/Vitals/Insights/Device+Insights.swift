public import Foundation

extension Device {
    /// Asks the device's server for two or three sentences about the person's current week.
    ///
    /// ```swift
    /// if let insight = try await device.weeklyInsight() {
    ///     print("\(insight.text) Written by \(insight.writer).")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - timeZone: the person's time zone: a week begins there on Monday at midnight.
    ///   - weightUnit: the unit of weights in the sentences, kilograms or pounds.
    ///   - distanceUnit: the unit of distances, kilometres or miles.
    /// - Returns: nil where there is none: nothing was measured this week, the device isn't logged in, the server can't be
    ///   reached, or it writes none.
    /// - Throws: `InsightFailure` where the server's language model has failed; `StoreError`, `SecureStoreError`,
    ///   `CancellationError`.
    public func weeklyInsight(
        in timeZone: TimeZone = .current, weightUnit: MetricUnit = .kilograms, distanceUnit: MetricUnit = .kilometres
    ) async throws -> WeeklyInsight? {
        guard let server = try server(), let token = try tokens.token() else { return nil }
        return try await InsightClient(transport: transport)
            .insight(
                in: timeZone, units: [weightUnit, distanceUnit].filter { $0 == .pounds || $0 == .miles },
                at: store.clock(), server: server, token: token, account: syncState().account)
    }
}
