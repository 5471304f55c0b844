public import Foundation

// Words instead of forms: a person says what was measured, looks at what was understood, and then it is stored.

extension Device {
    /// Finds the measurements that a phrase speaks of. Nothing is stored: show them, and pass those that the person
    /// confirms to `add(_:)`.
    ///
    /// ```swift
    /// let reading = try await device.read(phrase: "ran 5k this morning, felt dizzy after, weight 72.3kg")
    /// try device.add(reading.entries)  // once the person has confirmed them
    /// ```
    ///
    /// - Parameters:
    ///   - phrase: what the person said. It is sent to the device's server, and from there to a language model if the
    ///     server has one.
    ///   - timeZone: the person's time zone, for words such as "this morning".
    ///   - isOffline: true to send it nowhere. It's then read by this library, as it is where the server can't be reached,
    ///     doesn't read phrases, or asks a language model and that fails.
    /// - Throws: `StoreError`, `SecureStoreError`, `CancellationError`.
    public func read(
        phrase: String, timeZone: TimeZone = .current, isOffline: Bool = false
    ) async throws -> PhraseReading {
        let time = PhraseTime(now: store.clock(), timeZone: timeZone)
        if !isOffline, let server = try server(), let token = try tokens.token(),
            let reading = try await PhraseClient(transport: transport)
                .read(phrase, at: time, server: server, token: token, account: syncState().account)
        {
            return reading
        }
        return PhraseReading(entries: PhraseParser().storableEntries(in: phrase, at: time), source: .device)
    }

    /// Records the entries that a person has confirmed: all of them, or none.
    ///
    /// - Returns: the records as stored, in the same order.
    /// - Throws: `MeasurementError` when one of them breaks a rule; `StoreError`. Then none is stored.
    @discardableResult
    public func add(_ entries: [ParsedEntry]) throws -> [Measurement] {
        try add(entries.map { (id: UUID(), entry: $0) })
    }

    /// Records entries under ids that the caller chose. A record that is there already stays as it is, so that saving twice
    /// stores once.
    @discardableResult
    package func add(_ entries: [(id: UUID, entry: ParsedEntry)]) throws -> [Measurement] {
        let now = store.clock()
        let records = try entries.map { try $0.entry.toMeasurement(now: now, id: $0.id) }
        try store.write { tables in
            for record in records {
                let target = try store.editTarget(record.id, tables)
                if target.row == nil { try store.storeEdit(record, over: target, tables) }
            }
        }
        return records
    }
}
