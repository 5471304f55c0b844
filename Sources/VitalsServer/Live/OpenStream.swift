/// A stream's place in the hub. It's free again once the stream has ended, or once nothing holds this object any more: a
/// client may be gone before its response begins, and then no code of the response runs.
final class OpenStream: Sendable {
    let mailbox: EventMailbox
    private let free: @Sendable () -> Void

    /// - Parameter free: gives the place back. It may be called twice.
    init(_ mailbox: EventMailbox, free: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.free = free
    }

    deinit { free() }

    func close() { free() }
}
