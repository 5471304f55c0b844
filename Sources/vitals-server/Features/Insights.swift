import VitalsServer

extension ServedFeature {
    /// Weekly insights. On by default where there is a model's key.
    static var insights: ServedFeature {
        ServedFeature(feature: .insights, isSwitched: .named(isOnByDefault: ModelOptions.hasKey)) {
            features, components in
            guard let settings = try features.model.gemini() else {
                return components.addInsights(writer: RuleWriter())
            }
            let name = "insights-1"
            components.addInsights(
                writer: GeminiWriter(settings, prompt: try ModelOptions.prompt(name), promptName: name))
        }
    }
}
