extension ScreenFeature {
    static let deletes = ScreenFeature(
        name: "deletes", routes: ["deleted": "review"], settingNames: [DeletedModel.settingName],
        refresh: { (model: DeletedModel) in model.refresh() },
        makeModel: { tools in
            DeletedModel(
                device: tools.dependencies.device, diagnostics: tools.dependencies.diagnostics,
                settings: tools.dependencies.settings, formatter: tools.formatter,
                clock: tools.dependencies.clock, onEdit: tools.onEdit)
        })
}

extension PhoneModel {
    /// Deletes with undo, and the deleted records that can still be brought back.
    public var deleted: DeletedModel { models[DeletedModel.self] }
}
