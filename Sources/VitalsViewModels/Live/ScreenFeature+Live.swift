extension ScreenFeature {
    static let live = ScreenFeature(name: "live") { LiveModel(device: $0.dependencies.device) }
}

extension PhoneModel {
    /// Changes of other devices as they are made, and the mark that says so.
    public var live: LiveModel { models[LiveModel.self] }
}
