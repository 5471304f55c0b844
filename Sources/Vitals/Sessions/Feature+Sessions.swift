extension Feature {
    /// Access tokens that expire, and the erasure of a phone.
    package static let sessions = Feature(name: "sessions") {
        $0.wrapTransport = { SessionTransport($0, now: $1) }
        $0.willOpen = { directory, tokens in try DeviceFiles(directory: directory).prepare(tokens) }
    }
}
