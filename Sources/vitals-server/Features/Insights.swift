import VitalsServer

extension ServedFeature {
    /// Weekly insights. On by default where there is a model's key.
    static var insights: ServedFeature {
        ServedFeature(feature: .insights, isSwitched: .named(isOnByDefault: ModelOptions.hasKey)) {
            features, additions in
            guard let settings = try features.model.gemini() else { return additions.addInsights(writer: RuleWriter()) }
            let name = "insights-1"
            additions.addInsights(
                writer: GeminiWriter(settings, prompt: try ModelOptions.prompt(name), promptName: name))
        }
    }
}
