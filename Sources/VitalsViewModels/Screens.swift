// The one list of the features that a phone's screens have. A chapter adds a line.

extension ScreenFeature {
    /// Each feature, in the order in which its model is made and refreshed.
    public static var all: [ScreenFeature] {
        [
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
}
