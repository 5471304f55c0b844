extension ScreenFeature {
    static let sessions = ScreenFeature(name: "sessions") { tools in
        EraseModel(
            device: tools.dependencies.device, diagnostics: tools.dependencies.diagnostics,
            settings: tools.dependencies.settings, settingNames: tools.settingNames)
    }
}

extension PhoneModel {
    /// "Erase this phone".
    public var erasing: EraseModel { models[EraseModel.self] }

    /// Erases this phone: stops the sync, has the server end the token, and removes everything.
    public func erase() async {
        sync.noteLogout()
        await sync.waitUntilIdle()
        await erasing.erase(asksServer: !settings.isAirplane)
        if !erasing.isErased { sync.noteLogin() }
    }
}
