// Records that need a decision: edits of this device that lost to another one, and records that the server refused.

extension Device {
    /// The edits of this device that lost to a greater record, the latest first.
    ///
    /// ```swift
    /// for conflict in try device.conflicts() {
    ///     try device.restore(conflict: conflict.id)  // a new edit, which wins everywhere
    /// }
    /// ```
    ///
    /// - Throws: `StoreError`.
    public func conflicts() throws -> [Conflict] { try store.conflicts() }

    /// Restores an edit that lost, as a new edit that beats the record it lost to.
    ///
    /// - Parameter number: the conflict's `id`.
    /// - Returns: the record as it is now.
    /// - Throws: `StoreError`, with `notFound` when the conflict was resolved meanwhile.
    @discardableResult
    public func restore(conflict number: Int64) throws -> Measurement { try store.restore(conflict: number) }

    /// Deletes a conflict; the winner stays.
    ///
    /// - Throws: `StoreError`, with `notFound` when the conflict was resolved meanwhile.
    public func dismiss(conflict number: Int64) throws { try store.dismiss(conflict: number) }

    /// The copies that the server refused, with its reason, the latest first. An edit of the record fixes it.
    ///
    /// ```swift
    /// for refused in try device.rejected() {
    ///     print(refused.measurement.value, refused.detail)
    ///     try device.edit(refused.measurement.id, value: 72.4)
    /// }
    /// ```
    ///
    /// - Throws: `StoreError`.
    public func rejected() throws -> [RejectedMeasurement] { try store.rejected() }

    /// Deletes a refused copy. The record stays as the server has it, or stays gone if the server has none.
    ///
    /// - Parameter number: the refused copy's `id`.
    /// - Throws: `StoreError`, with `notFound` when it was fixed or deleted meanwhile.
    public func dismiss(rejected number: Int64) throws { try store.dismiss(rejected: number) }
}
