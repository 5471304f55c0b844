public import Observation
public import Vitals

/// The model of "Erase this phone".
@MainActor
@Observable
public final class EraseModel {
    /// The question to ask, with what was never sent; nil while there is nothing to ask.
    public private(set) var question: String?
    public private(set) var isErasing = false
    /// True when nothing is left. The phone's other models can't be used any more.
    public private(set) var isErased = false
    /// The fate of the token, which says what is left to do about it.
    public private(set) var token: TokenEnd?
    /// The reason why the phone wasn't erased.
    public private(set) var problem: String?

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let settings: any SettingsStore
    private let settingNames: [String]

    /// - Parameter settingNames: the names under which the phone's models keep settings.
    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(), settings: any SettingsStore,
        settingNames: [String]
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.settings = settings
        self.settingNames = settingNames
    }

    /// Asks the person, who then calls `PhoneModel.erase()` or `cancel()`.
    public func ask() {
        problem = nil
        let rest = "Records that were sent stay on the server and on your other phones."
        do {
            question = "\(try device.unsent()) \(rest)"
        } catch {
            // Records that can't be read may be the reason for erasing them.
            question = "The records can't be read, so Vitals can't say what was never sent. \(rest)"
        }
    }

    public func cancel() { question = nil }

    /// - Parameter asksServer: false in airplane mode, where nothing is sent.
    func erase(asksServer: Bool) async {
        guard !isErasing, !isErased else { return }
        isErasing = true
        question = nil
        problem = nil
        defer { isErasing = false }
        do {
            token = asksServer ? try await device.endToken() : offlineEnd()
            try device.erase()
            for name in settingNames { settings.set(nil, for: name) }
            isErased = true
        } catch is CancellationError {
            // The person left the screen.
        } catch {
            problem = diagnostics.message(of: error)
        }
    }

    private func offlineEnd() -> TokenEnd {
        let isLoggedIn = (try? device.isLoggedIn()) ?? true
        return isLoggedIn ? .stillValid(.offline) : .noToken
    }
}
