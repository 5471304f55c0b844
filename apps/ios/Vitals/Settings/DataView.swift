import SwiftUI
import UniformTypeIdentifiers
import VitalsViewModels

/// A person's data as files: an export to share, and an import of a CSV file with a preview.
struct DataView: View {
    let phone: PhoneModel
    @State private var isChoosing = false
    @State private var columns = ""

    var body: some View {
        Form {
            ExportSection(model: phone.export)
            importSection
        }
        .navigationTitle("Your data")
        .fileImporter(
            isPresented: $isChoosing, allowedContentTypes: [.commaSeparatedText, .tabSeparatedText, .plainText]
        ) {
            guard case .success(let url) = $0 else { return }
            Task {
                let isOpen = url.startAccessingSecurityScopedResource()
                defer { if isOpen { url.stopAccessingSecurityScopedResource() } }
                await phone.csvImport.open(url)
            }
        }
    }

    @ViewBuilder private var importSection: some View {
        let model = phone.csvImport
        Section {
            Button("Choose a CSV file") { isChoosing = true }.disabled(model.isBusy)
            if let problem = model.problem { ProblemRow(problem) }
            question
            ForEach(model.columns) { LabeledContent($0.name, value: $0.meaning) }
            ForEach(model.firstEntries, id: \.self) { Text(verbatim: $0) }
            if let summary = model.summary { Text(verbatim: summary) }
            ForEach(model.unreadable, id: \.self) { Text(verbatim: $0).foregroundStyle(.secondary) }
            if model.canStore { Button("Import") { Task { await model.store() } } }
        } header: {
            Text("Import")
        } footer: {
            Text("Nothing is stored before you have seen how the file is understood.")
        }
    }

    @ViewBuilder private var question: some View {
        let model = phone.csvImport
        switch model.question {
        case .dates:
            Button("The day comes first") { Task { await model.answer(dayFirst: true) } }
            Button("The month comes first") { Task { await model.answer(dayFirst: false) } }
        case .decimal:
            Button("It's a decimal comma") { Task { await model.answer(decimalComma: true) } }
            Button("It separates thousands") { Task { await model.answer(decimalComma: false) } }
        case .columns:
            TextField("date=Datum,weight:kg=Gewicht", text: $columns).autocorrectionDisabled()
            Button("Look again") { Task { await model.answer(columns: columns) } }
        case nil: EmptyView()
        }
    }
}

/// The choices of an export, and its file.
private struct ExportSection: View {
    @Bindable var model: ExportModel

    var body: some View {
        Section("Export") {
            Picker("Format", selection: $model.format) {
                Text("CSV, for a spreadsheet").tag(ExportModel.Format.csv)
                Text("JSON, everything").tag(ExportModel.Format.json)
            }
            if model.format == .csv { Toggle("Units as shown", isOn: $model.usesShownUnits) }
            if let problem = model.problem { ProblemRow(problem) }
            if let file = model.file {
                ShareLink(item: file)
            } else if let progress = model.progress {
                LabeledContent("Written", value: progress.formatted())
            } else {
                Button("Export") { Task { await model.export() } }
            }
        }
    }
}
