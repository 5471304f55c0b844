extension ScreenFeature {
    static let reminders = ScreenFeature(
        name: "reminders",
        tabs: [
            ScreenTab("reminders", title: "Reminders", symbol: "bell", order: 6) { $0.reminders.overdue.count }
        ],
        routes: ["reminder": "reminders"],
        refresh: { (model: RemindersModel) in model.refresh() },
        makeModel: { tools in
            RemindersModel(
                device: tools.dependencies.device, diagnostics: tools.dependencies.diagnostics,
                formatter: tools.formatter, clock: tools.dependencies.clock,
                onEdit: tools.onEdit)
        })
}

extension PhoneModel {
    /// The reminders, and what is due.
    public var reminders: RemindersModel { models[RemindersModel.self] }
}
