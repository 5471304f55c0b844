// The one list of the features of this program. A chapter adds a line.

import ArgumentParser
import Vitals

extension TerminalFeature {
    /// Each feature, in the order in which `--help` lists its commands.
    static let all: [TerminalFeature] = [
        // @from 17
        .deletes,
        // @end
        // @from 18
        .phrases,
        // @end
        // @from 19
        .insights,
        // @end
        // @from 20
        .live, .sessions,
        // @end
        // @from 21
        .entities,
        // @end
        // @from 23
        .reminders,
        // @end
        // @from 24
        .workouts,
        // @end
        // @from repository
        .files,
        .report,
        // @end
        // A new feature: its line.
        // @from repository
        .goals,
        // @end
    ]
}

/// The options that features add to `status`.
struct StatusOptions: ParsableArguments {
    // @from repository
    @Flag(help: "Print a report to copy for someone who helps: no value, name, token or address is in it.")
    var report = false
    // @end

    /// Shows what the options ask for in place of the usual lines.
    ///
    /// - Returns: false if they ask for nothing.
    /// - Throws: `StoreError`.
    func showInstead(of phone: PhoneOptions) throws -> Bool {
        // @from repository
        if report {
            try ReportOutput.show(phone)
            return true
        }
        // @end
        return false
    }
}
