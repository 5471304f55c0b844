import Foundation
import Vitals

extension ScreenFeature {
    static let goals = ScreenFeature(
        name: "goals",
        refresh: { (model: TrendModel) in model.refresh() },
        makeModel: { tools in
            TrendModel(
                device: tools.dependencies.device, diagnostics: tools.dependencies.diagnostics,
                formatter: tools.formatter, clock: tools.dependencies.clock, onEdit: tools.onEdit)
        })
}

extension PhoneModel {
    /// The trend of the weight, and the goal.
    public var trend: TrendModel { models[TrendModel.self] }
}
