public import Observation
import Vitals
import Vitals__Name__

/// The model of the card that counts what was written on this phone.
@MainActor
@Observable
public final class __Name__Model {
    /// The sentence to show; nil as long as nothing was written.
    public private(set) var text: String?

    private let device: Device

    init(device: Device) {
        self.device = device
        refresh()
    }

    /// Reads the count again, after a change of the store.
    func refresh() {
        let count = (try? device.__name__().values.reduce(0, +)) ?? 0
        text = count == 0 ? nil : "You've written \(count == 1 ? "1 entry" : "\(count) entries") here."
    }
}

extension PhoneModel {
    /// The count of what was written here.
    public var __name__: __Name__Model { models[__Name__Model.self] }
}

extension ScreenFeature {
    static let __name__ = ScreenFeature(
        name: "__slug__", refresh: { (model: __Name__Model) in model.refresh() }
    ) {
        __Name__Model(device: $0.dependencies.device)
    }
}
