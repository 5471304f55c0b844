extension ScreenFeature {
    static let entities = ScreenFeature(
        name: "entities", tabs: [ScreenTab("notes", title: "Notes", symbol: "note.text", order: 8)],
        routes: ["groups": "notes", "tags": "notes"],
        refresh: { (model: EntitiesModel) in model.refresh() },
        attentionCount: { $0.review.count }, pendingCount: { $0.countWaiting() },
        makeModel: { tools in
            EntitiesModel(
                device: tools.dependencies.device, diagnostics: tools.dependencies.diagnostics,
                formatter: tools.formatter, clock: tools.dependencies.clock,
                onEdit: tools.onEdit)
        })
}

extension PhoneModel {
    /// The notes, groups and tags, and what needs a decision about them.
    public var entities: EntitiesModel { models[EntitiesModel.self] }
}
