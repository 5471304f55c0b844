extension Feature {
    /// Changes of other devices as they are made, over the server's event stream.
    package static let live = Feature(name: "live") {
        $0.migrations = [.live]
        $0.didApplyPage = { try $0.coverEventRows($1) }
        $0.eventCursors[LiveEvent.Kind.measurements.rawValue] = { try SyncState.fetch($0).cursor }
    }
}
