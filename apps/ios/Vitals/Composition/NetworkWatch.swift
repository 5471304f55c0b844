import Network

/// Tells when the network comes back.
enum NetworkWatch {
    /// Calls `back` each time that there is a network again, for as long as the task lives.
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
