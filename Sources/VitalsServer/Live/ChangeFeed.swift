import Synchronization

/// Hands each change to all that listen.
package final class ChangeFeed: ChangeListener {
    private let listeners = Mutex<[any ChangeListener]>([])

    package init() {}

    package func add(_ listener: any ChangeListener) { listeners.withLock { $0.append(listener) } }

    package func didChange(_ change: RecordsChange) {
        for listener in listeners.withLock({ $0 }) { listener.didChange(change) }
    }
}
