import SwiftUI
import VitalsViewModels

/// One workout: its values, and how the heart beat.
struct WorkoutView: View {
    let model: WorkoutModel
    let edit: () -> Void

    var body: some View {
        List {
            if let problem = model.problem { Section { ProblemRow(problem) } }
            if model.isGone { Section { Text("This workout was deleted meanwhile.") } }
            Section {
                ForEach(model.lines) { line in LabeledContent(line.name, value: line.value) }
            }
            if let band = model.band { HeartRateSection(chart: band) }
            if !model.note.isEmpty { Section("Note") { Text(model.note) } }
        }
        .navigationTitle(model.title)
        .toolbar { if model.canEdit { Button("Edit", action: edit) } }
        .onAppear { model.refresh() }
    }
}

/// The heart rate over time, and the time in each range.
private struct HeartRateSection: View {
    let chart: HeartRateChart

    var body: some View {
        Section("Heart rate") {
            Text(chart.summary)
            if !chart.points.isEmpty {
                HeartRateLine(points: chart.points)
                    .stroke(.red, style: StrokeStyle(lineWidth: 2, lineCap: .round, lineJoin: .round))
                    .frame(height: 120)
                    .accessibilityLabel(chart.spoken)
            }
            ForEach(chart.bars) { bar in
                VStack(alignment: .leading, spacing: 4) {
                    LabeledContent(bar.name, value: bar.value).font(.footnote)
                    ProgressView(value: bar.fraction).tint(.red).accessibilityHidden(true)
                }
            }
        }
    }
}

/// The line through the points. Where nothing was measured it has a gap.
private struct HeartRateLine: Shape {
    let points: [HeartRateChart.Point]

    func path(in rect: CGRect) -> Path {
        var path = Path()
        for point in points {
            let place = CGPoint(x: rect.minX + point.x * rect.width, y: rect.maxY - point.y * rect.height)
            if path.isEmpty || point.followsGap { path.move(to: place) } else { path.addLine(to: place) }
        }
        return path
    }
}
