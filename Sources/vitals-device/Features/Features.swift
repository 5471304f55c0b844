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
        .pairing,
        // @end
        // A new feature: its line.
        // @from repository
        .goals,
        // @end
    ]
}
