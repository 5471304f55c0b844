import Foundation

extension ScreenFeature {
    static let files = ScreenFeature(name: "files") { tools in
        FilesModels(
            export: ExportModel(
                device: tools.dependencies.device, diagnostics: tools.dependencies.diagnostics,
                units: { tools.formatter().units }, calendar: tools.dependencies.calendar,
                clock: tools.dependencies.clock),
            csvImport: CSVImportModel(
                device: tools.dependencies.device, diagnostics: tools.dependencies.diagnostics,
                formatter: tools.formatter,
                timeZone: tools.dependencies.calendar.timeZone, onEdit: tools.onEdit))
    }
}

/// The models of a person's data as files.
@MainActor
final class FilesModels {
    let export: ExportModel
    let csvImport: CSVImportModel

    init(export: ExportModel, csvImport: CSVImportModel) { (self.export, self.csvImport) = (export, csvImport) }
}

extension PhoneModel {
    /// An export of the person's data.
    public var export: ExportModel { models[FilesModels.self].export }
    /// An import of a CSV file.
    public var csvImport: CSVImportModel { models[FilesModels.self].csvImport }
}
