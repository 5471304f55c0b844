import Network

/// Reports when the network comes back.
enum NetworkWatch {
    /// Calls `back` each time the network is available again, until the task ends.
    @MainActor
    static func follow(_ back: @MainActor () -> Void) async {
        var wasAway = false
        for await path in NWPathMonitor() {
            let isAway = path.status != .satisfied
            if wasAway, !isAway { back() }
            wasAway = isAway
        }
    }
}
