/// A feature as the screens of a phone have it: its model, its tabs, and what a link may lead to.
public struct ScreenFeature: Sendable {
    /// The feature's name, which its folder has too.
    public let name: String
    /// Its tabs in the app, beside those that each phone has.
    var tabs: [ScreenTab] = []
    /// Screens that a link may lead to, each with the route of the tab that it's on.
    var routes: [String: String] = [:]
    /// The names under which its model keeps settings. An erased phone has none of them.
    var settingNames: [String] = []
    /// Makes its model for a phone.
    let open: @MainActor @Sendable (ScreenTools) -> OpenFeature

    /// - Parameters:
    ///   - refresh: reads everything again that its screens may show, after a change of the store.
    ///   - attentionCount: the number of decisions that it has for the person, for a mark.
    ///   - pendingCount: the number of its changes that the server may still lack, read from the store.
    ///   - diagnosticLines: what it counts, for the screen that developer mode adds to.
    ///   - makeModel: makes its model. A phone finds it by its type.
    init<Model: AnyObject>(
        name: String, tabs: [ScreenTab] = [], routes: [String: String] = [:], settingNames: [String] = [],
        refresh: @escaping @MainActor @Sendable (Model) -> Void = { _ in },
        attentionCount: @escaping @MainActor @Sendable (Model) -> Int = { _ in 0 },
        pendingCount: @escaping @MainActor @Sendable (Model) -> Int = { _ in 0 },
        diagnosticLines: @escaping @MainActor @Sendable (Model) -> [DiagnosticsModel.Line] = { _ in [] },
        makeModel: @escaping @MainActor @Sendable (ScreenTools) -> Model
    ) {
        self.name = name
        self.tabs = tabs
        self.routes = routes
        self.settingNames = settingNames
        open = { tools in
            let model = makeModel(tools)
            return OpenFeature(
                model: model, refresh: { refresh(model) }, attentionCount: { attentionCount(model) },
                pendingCount: { pendingCount(model) }, diagnosticLines: { diagnosticLines(model) })
        }
    }
}

/// The things that a phone hands to its features, to make their models from.
@MainActor
struct ScreenTools {
    let dependencies: Dependencies
    /// The formatter of the person's present units.
    let formatter: @MainActor () -> DisplayFormatter
    /// Called after an edit, for an automatic sync.
    let onEdit: @MainActor () -> Void
    /// The names of all settings that the phone's models keep.
    let settingNames: [String]
}

/// A feature of a phone that is open.
@MainActor
struct OpenFeature {
    let model: AnyObject
    let refresh: @MainActor () -> Void
    let attentionCount: @MainActor () -> Int
    let pendingCount: @MainActor () -> Int
    let diagnosticLines: @MainActor () -> [DiagnosticsModel.Line]
}

/// The models of a phone's features, each found by its type.
@MainActor
struct FeatureModels {
    private let features: [OpenFeature]
    private let models: [ObjectIdentifier: AnyObject]

    init(_ features: [ScreenFeature], _ tools: ScreenTools) {
        self.features = features.map { $0.open(tools) }
        models = Dictionary(
            uniqueKeysWithValues: self.features.map { (ObjectIdentifier(type(of: $0.model)), $0.model) })
    }

    /// The model of this type. The phone has to be made with the feature that has it.
    subscript<Model: AnyObject>(type: Model.Type) -> Model {
        guard let model = models[ObjectIdentifier(type)] as? Model else {
            preconditionFailure("The phone was made without the feature that has a \(type).")
        }
        return model
    }

    var attentionCount: Int { features.reduce(0) { $0 + $1.attentionCount() } }

    var pendingCount: Int { features.reduce(0) { $0 + $1.pendingCount() } }

    var diagnosticLines: [DiagnosticsModel.Line] { features.flatMap { $0.diagnosticLines() } }

    func refresh() {
        for feature in features { feature.refresh() }
    }
}
