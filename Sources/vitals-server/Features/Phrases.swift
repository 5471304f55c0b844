import VitalsServer

extension ServedFeature {
    /// Phrases, symptoms and labels. On by default where there is a model's key.
    static var phrases: ServedFeature {
        ServedFeature(feature: .phrases, isSwitched: .named(isOnByDefault: ModelOptions.hasKey)) {
            features, components in
            guard let settings = try features.model.gemini() else {
                return components.addPhrases(reader: OfflineReader())
            }
            components.addPhrases(reader: GeminiReader(settings, prompt: try ModelOptions.prompt("parse-1")))
        }
    }
}
