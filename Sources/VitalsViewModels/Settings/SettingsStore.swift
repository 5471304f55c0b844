import Foundation
import Synchronization

/// A store for a person's settings on this phone. None of them is a secret or a health value.
public protocol SettingsStore: Sendable {
    /// The stored text of a setting; nil when nothing was chosen.
    func text(_ name: String) -> String?
    func set(_ text: String?, for name: String)
}

/// Keeps settings in the system's defaults.
public struct DefaultsSettings: SettingsStore {
    private let suite: String?

    /// - Parameter suite: the defaults suite; nil for the app's own.
    public init(suite: String? = nil) { self.suite = suite }

    private var defaults: UserDefaults { suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard }

    public func text(_ name: String) -> String? { defaults.string(forKey: name) }

    public func set(_ text: String?, for name: String) { defaults.set(text, forKey: name) }
}

/// Keeps settings for as long as the process lives: for tests and previews.
public final class InMemorySettings: SettingsStore {
    private let texts = Mutex<[String: String]>([:])

    public init() {}

    public func text(_ name: String) -> String? { texts.withLock { $0[name] } }

    public func set(_ text: String?, for name: String) { texts.withLock { $0[name] = text } }
}
