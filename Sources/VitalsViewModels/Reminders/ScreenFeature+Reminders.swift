import VitalsReminders

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
                ringing: RingingModel(
                    device: tools.dependencies.device, diagnostics: tools.dependencies.diagnostics, notifier: notifier,
                    clock: tools.dependencies.clock),
                onEdit: tools.onEdit)
        })
}

/// The notifications of this system; nil where a program can't have them by itself.
private var notifier: (any ReminderNotifier)? {
    #if os(iOS)
    SystemNotifications.shared
    #else
    nil
    #endif
}

extension PhoneModel {
    /// The reminders, and what is due.
    public var reminders: RemindersModel { models[RemindersModel.self] }
}
