public import Foundation
import Synchronization

/// One person's records on one device: the way into this library.
///
/// A device works without a network. It keeps its records in a directory of its own; once you log in, `sync()` exchanges
/// them with a server, and all devices of the account end up with the same records.
///
/// ```swift
/// let device = try Device(directory: directory)
/// try device.add(.weight, 72.4, .kilograms)
/// for stored in try device.list(kind: .weight) {
///     print(stored.measurement.value, stored.isDirty ? "to be sent" : "synced")
/// }
/// ```
///
/// A device may be used from any thread or task. Open one per directory and keep it for as long as the app runs. Once a
/// method returns, its data survives a crash and a power cut.
public final class Device: Sendable {
    package let store: MeasurementStore
    package let tokens: any SecureStore
    let transport: any HTTPTransport
    /// The features' observers of this device's exchanges.
    package let observers: [any ExchangeObserver]
    let settings: SyncSettings
    /// Creates the client of a server. Tests put a server here that is a function call away.
    let api: @Sendable (ServerOrigin, any SecureStore) -> any SyncAPI
    let currentSyncer = Mutex<Syncer?>(nil)

    /// Opens the device in a directory; creates both if they don't exist yet.
    ///
    /// Only the owner may read the directory, because it holds health data. Exclude it from cloud backups yourself.
    ///
    /// - Parameters:
    ///   - directory: the path of the directory. Each directory is a device of its own.
    ///   - secureStore: the place of the token. Pass `KeychainSecureStore()` on Apple's systems; without it, the token
    ///     lies in a sealed file in the directory (`SealedFileSecureStore`).
    ///   - transport: the HTTP client: URLSession on Apple's systems, libcurl on Linux, or your own.
    ///   - clock: the time of edits.
    ///   - features: what the device can do beyond measurements. A store that was once opened with more of them can't be
    ///     opened with fewer.
    /// - Throws: `StoreError` when the directory can't be created, or its store can't be opened; `SecureStoreError` when a
    ///   token that an earlier installation left can't be removed.
    public init(
        directory: String, secureStore: (any SecureStore)? = nil,
        transport: any HTTPTransport = HTTPSyncAPI.defaultTransport(),
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock, features: FeatureList = .builtIn
    ) throws {
        observers = features.makeObservers()
        let transport = features.wrap(transport, observers: observers, clock: clock)
        self.transport = transport
        settings = SyncSettings()
        api = { server, tokens in HTTPSyncAPI(server: server, tokens: tokens, transport: transport, now: clock) }
        try Self.makePrivate(directory)
        try features.willOpen(directory, secureStore ?? SealedFileSecureStore(directory: directory))
        // @write 14 compose-device
        store = try MeasurementStore(path: directory + "/vitals.sqlite", clock: clock, features: features)
        tokens = secureStore ?? SealedFileSecureStore(directory: directory)
        // @starter
        //| throw NotWritten(14, "open the store and the secure store that lie in the directory")
        // @end
    }

    /// Opens the device in a directory that a file URL names; otherwise like
    /// `init(directory:secureStore:transport:clock:features:)`.
    public convenience init(
        url: URL, secureStore: (any SecureStore)? = nil,
        transport: any HTTPTransport = HTTPSyncAPI.defaultTransport(),
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock, features: FeatureList = .builtIn
    ) throws {
        try self.init(
            directory: url.path(percentEncoded: false), secureStore: secureStore, transport: transport, clock: clock,
            features: features)
    }

    package init(
        store: MeasurementStore, tokens: any SecureStore = InMemorySecureStore(),
        transport: any HTTPTransport = HTTPSyncAPI.defaultTransport(), settings: SyncSettings = SyncSettings(),
        api: (@Sendable (ServerOrigin, any SecureStore) -> any SyncAPI)? = nil
    ) {
        observers = store.features.makeObservers()
        let transport = store.features.wrap(transport, observers: observers, clock: store.clock)
        self.store = store
        self.tokens = tokens
        self.transport = transport
        self.settings = settings
        self.api = api ?? { HTTPSyncAPI(server: $0, tokens: $1, transport: transport) }
    }

    /// Opens a device that keeps nothing on disk, for tests and previews.
    ///
    /// - Throws: `StoreError`.
    public static func inMemory(
        transport: any HTTPTransport = HTTPSyncAPI.defaultTransport(),
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock, features: FeatureList = .builtIn
    ) throws -> Device {
        Device(
            store: try MeasurementStore(path: ":memory:", clock: clock, features: features), transport: transport)
    }

    private static func makePrivate(_ directory: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError(
                .unreachable, "\(directory) can't be created. Check the path, and that you may write there.",
                cause: String(describing: error))
        }
    }
}
