public import Foundation

// Deletes, and the records that can still be brought back.

extension Device {
    /// Deletes a record, here and with the next syncs on all devices of the account.
    ///
    /// ```swift
    /// try device.delete(record.id)
    /// if let last = try device.recentlyDeleted().first {
    ///     try device.restore(deleted: last.id)  // a new edit, which beats the deletion
    /// }
    /// ```
    ///
    /// - Throws: `StoreError` with `notFound` when there is no such record, or when it's deleted already.
    public func delete(_ id: UUID) throws { try store.delete(id) }

    /// The deleted records whose content this device still has, the latest first. It's erased after 30 days.
    ///
    /// - Throws: `StoreError`.
    public func recentlyDeleted() throws -> [RecentlyDeleted] { try store.recentlyDeleted() }

    /// Restores a deleted record as a new edit, which beats the deletion.
    ///
    /// - Parameter number: the entry's `id`.
    /// - Returns: the record as it is now.
    /// - Throws: `StoreError` with `notFound` when the entry has expired or was restored meanwhile.
    @discardableResult
    public func restore(deleted number: Int64) throws -> Measurement { try store.restore(deleted: number) }

    /// Erases the content of a deleted record now, and not after 30 days. It can't be restored on this device any more.
    ///
    /// - Parameter number: the entry's `id`.
    /// - Throws: `StoreError` with `notFound` when there is no such entry.
    public func erase(deleted number: Int64) throws { try store.erase(deleted: number) }
}
