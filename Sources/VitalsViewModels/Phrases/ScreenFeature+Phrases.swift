import Foundation

extension ScreenFeature {
    static let phrases = ScreenFeature(name: "phrases") { tools in
        PhraseModel(
            device: tools.dependencies.device, diagnostics: tools.dependencies.diagnostics, formatter: tools.formatter,
            timeZone: tools.dependencies.calendar.timeZone, clock: tools.dependencies.clock, onEdit: tools.onEdit)
    }
}

extension PhoneModel {
    /// Measurements said in a sentence, and confirmed before they are stored.
    public var phrases: PhraseModel { models[PhraseModel.self] }
}
