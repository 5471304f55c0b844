import SwiftUI
import VitalsViewModels

/// The fields of a schedule.
struct ReminderScheduleFields: View {
    @Bindable var model: ReminderEditorModel

    var body: some View {
        // The model counts in UTC: the day and the time are those of the reminder's own clock.
        DatePicker("First time", selection: $model.firstMoment)
            .environment(\.timeZone, TimeZone(secondsFromGMT: 0) ?? .current)
        TextField("Time zone", text: $model.draft.zone).autocorrectionDisabled()
        Picker("Repeats", selection: $model.draft.repetition) {
            ForEach(ReminderRepetition.allCases) { choice in Text(choice.title).tag(choice) }
        }
        switch model.draft.repetition {
        case .never: EmptyView()
        case .custom:
            TextField("Rule, such as FREQ=DAILY", text: $model.draft.rule).autocorrectionDisabled()
        default:
            Picker("Ends", selection: $model.draft.end) {
                ForEach(ReminderEnd.allCases) { choice in Text(choice.title).tag(choice) }
            }
            if model.draft.end == .afterCount {
                TextField("Number of times", text: $model.draft.count).keyboardType(.numberPad)
            }
            if model.draft.end == .onDay {
                DatePicker("Last day", selection: $model.lastMoment, displayedComponents: .date)
                    .environment(\.timeZone, TimeZone(secondsFromGMT: 0) ?? .current)
            }
        }
    }
}

/// The schedule in words, and its next times.
struct ReminderScheduleSection: View {
    let model: ReminderEditorModel

    var body: some View {
        Section("Rings") {
            if let words = model.words { Text(words) }
            ForEach(model.preview, id: \.self) { time in Text(time).foregroundStyle(.secondary) }
            if let problem = model.scheduleProblem {
                ErrorText(problem)
            } else if model.preview.isEmpty {
                Text("It’s over: there are no more times.").foregroundStyle(.secondary)
            }
        }
    }
}
