import VitalsReminders

extension PhoneModel {
    /// Rings until the task is cancelled. Call it when the app starts.
    public func ring() async {
        await reminders.ringing.run { [sync] in
            await sync.syncAutomatically()
            await sync.waitUntilIdle()
        }
    }

    /// Stores the answer that a press on a notification means, and sends it before the system ends the app again.
    func answer(notice name: String, button: String) async {
        reminders.answer(notice: name, button: button)
        sync.syncAutomatically()
        await sync.waitUntilIdle()
    }
}

extension StartUp {
    /// Stores the answers that are given from notifications, also while the app is closed: the system starts it for them. Call it
    /// before the app has finished launching.
    public func answerFromNotifications() {
        #if os(iOS)
        SystemNotifications.shared.listen { [self] name, button in await answer(notice: name, button: button) }
        #endif
    }

    /// Opens the phone if it isn't open yet, and stores the answer.
    func answer(notice name: String, button: String) async {
        await run()
        await phone?.answer(notice: name, button: button)
    }
}
