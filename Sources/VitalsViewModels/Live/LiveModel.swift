public import Observation
public import Vitals

/// The mark that says if changes arrive as they are made.
@MainActor
@Observable
public final class LiveModel {
    /// The state of the event stream; nil while there is none.
    public private(set) var status: LiveStatus?

    /// The mark's text; nil where the server sends no events, so that nothing is promised.
    public var mark: String? {
        switch status {
        case .live: "Live"
        case .connecting, .reconnecting: "Reconnecting"
        case .notSupported, .stopped, nil: nil
        }
    }

    private let device: Device
    private let connect: @Sendable (Device, @escaping @Sendable (LiveStatus) -> Void) async throws -> Void

    public convenience init(device: Device) {
        self.init(device: device) { _ = try await $0.live(onStatus: $1) }
    }

    package init(
        device: Device,
        connect: @escaping @Sendable (Device, @escaping @Sendable (LiveStatus) -> Void) async throws -> Void
    ) {
        self.device = device
        self.connect = connect
    }

    /// Keeps the stream until the task is cancelled, or until only the person can help.
    ///
    /// Call it again after a login, when airplane mode ends, and when the app comes to the front.
    public func run() async {
        defer { if Task.isCancelled { status = nil } }
        let (reports, continuation) = AsyncStream.makeStream(of: LiveStatus.self, bufferingPolicy: .bufferingNewest(4))
        let work = Task { [device, connect] in
            defer { continuation.finish() }
            try await connect(device) { continuation.yield($0) }
        }
        await withTaskCancellationHandler {
            for await report in reports { status = report }
        } onCancel: {
            work.cancel()
        }
        // An error has ended the stream: the next sync tells the person which.
        if (try? await work.value) == nil { status = nil }
    }
}
