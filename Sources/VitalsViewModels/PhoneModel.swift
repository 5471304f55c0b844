public import Foundation
public import Observation
public import Vitals

/// One phone: the models of all screens, over one device.
@MainActor
@Observable
public final class PhoneModel {
    public let settings: SettingsModel
    public let sync: SyncModel
    public let today: TodayModel
    public let conflicts: ConflictsModel
    public let refused: RefusedModel
    public let pairing: PairingModel
    public let diagnostics: DiagnosticsModel
    public let health: HealthAccessModel

    @ObservationIgnored let features: [ScreenFeature]
    /// The models of the features. A feature declares a member for its own, in its folder.
    @ObservationIgnored let models: FeatureModels

    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let automatic: Debouncer
    @ObservationIgnored private var histories: [MetricKind: HistoryModel] = [:]

    /// - Parameter features: what its screens have beyond those of each phone; `ScreenFeature.all` for an app.
    public init(_ dependencies: Dependencies, features: [ScreenFeature]) {
        self.dependencies = dependencies
        self.features = features
        let settings = SettingsModel(
            settings: dependencies.settings, locale: dependencies.locale, calendar: dependencies.calendar)
        let sync = SyncModel(
            device: dependencies.device, diagnostics: dependencies.diagnostics, isAirplane: settings.isAirplane,
            clock: dependencies.clock, sleep: dependencies.sleep)
        let automatic = Debouncer(clock: dependencies.clock, sleep: dependencies.sleep) { sync.syncAutomatically() }
        let (device, log) = (dependencies.device, dependencies.diagnostics)
        let formatter: @MainActor () -> DisplayFormatter = { settings.formatter }
        let onEdit: @MainActor () -> Void = { automatic.noteChange() }
        self.settings = settings
        self.sync = sync
        self.automatic = automatic
        today = TodayModel(
            device: device, diagnostics: log, formatter: formatter, isSyncing: { sync.status.isSyncing },
            clock: dependencies.clock)
        conflicts = ConflictsModel(
            device: device, diagnostics: log, formatter: formatter, clock: dependencies.clock, onEdit: onEdit)
        refused = RefusedModel(device: device, diagnostics: log, formatter: formatter, clock: dependencies.clock)
        pairing = PairingModel(
            device: device, diagnostics: log, deviceName: dependencies.deviceName,
            onLogin: { sync.noteLogin() }, onLogout: { sync.noteLogout() })
        diagnostics = DiagnosticsModel(
            device: device, log: log, formatter: formatter, isDeveloper: { settings.isDeveloper },
            lastReport: { sync.lastReport }, clock: dependencies.clock)
        health = HealthAccessModel(
            device: device, diagnostics: log, settings: dependencies.settings, bridge: dependencies.healthBridge,
            onEdit: onEdit)
        let settingNames =
            SettingsModel.settingNames + [HealthAccessModel.askedName] + features.flatMap(\.settingNames)
        models = FeatureModels(
            features,
            ScreenTools(
                dependencies: dependencies, formatter: formatter, onEdit: onEdit, settingNames: settingNames))
        sync.countOthers = { [weak self] in self?.models.pendingCount ?? 0 }
        diagnostics.otherLines = { [weak self] in self?.models.diagnosticLines ?? [] }
        refresh()
    }

    // MARK: Screens that come and go

    /// The model of a kind's history; the same one for as long as the phone is open.
    public func history(of kind: MetricKind) -> HistoryModel {
        if let known = histories[kind] { return known }
        let model = HistoryModel(
            kind: kind, device: dependencies.device, diagnostics: dependencies.diagnostics,
            formatter: { [settings] in settings.formatter },
            isSyncing: { [sync] in sync.status.isSyncing }, clock: dependencies.clock)
        model.refresh()
        histories[kind] = model
        return model
    }

    /// A form for a new measurement.
    public func adding(_ kind: MetricKind) -> EntryModel {
        EntryModel(
            adding: kind, device: dependencies.device, diagnostics: dependencies.diagnostics, form: form,
            onEdit: { [automatic] in automatic.noteChange() })
    }

    /// A form for a record, or for its refused copy if that is what the list shows; nil if the record is gone.
    public func editing(_ id: UUID) -> EntryModel? {
        guard let record = shown(id) else { return nil }
        return EntryModel(
            editing: record, device: dependencies.device, diagnostics: dependencies.diagnostics, form: form,
            onEdit: { [automatic] in automatic.noteChange() })
    }

    // MARK: What happens

    /// Reads everything again that a screen may show.
    public func refresh() {
        sync.refresh()
        today.refresh()
        conflicts.refresh()
        refused.refresh()
        pairing.refresh()
        diagnostics.refresh()
        health.refresh()
        models.refresh()
        for history in histories.values { history.refresh() }
    }

    /// Follows the store until the task ends, so that the screens show every change.
    public func follow() async {
        let changes = dependencies.device.changes()
        // The stream doesn't report changes from before it started.
        refresh()
        for await _ in changes { refresh() }
    }

    /// Refreshes and syncs, when the app came to the front or the network came back.
    public func wake() {
        refresh()
        sync.syncAutomatically()
    }

    /// Switches airplane mode on or off for the person.
    public func setAirplane(_ isOn: Bool) {
        settings.isAirplane = isOn
        sync.setAirplane(isOn)
        refresh()
    }

    private var form: EntryForm { EntryForm(formatter: settings.formatter, clock: dependencies.clock) }

    private func shown(_ id: UUID) -> Vitals.Measurement? {
        let device = dependencies.device
        let copies = (try? device.rejected().map(\.measurement).filter { $0.id == id }) ?? []
        let copy = copies.max { $1.beats($0) }
        guard let row = try? device.record(id) else { return copy }
        return copy.map { $0.beats(row) ? $0 : row } ?? row
    }
}
