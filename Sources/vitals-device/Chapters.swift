import ArgumentParser

/// The commands that chapters of part two add. The runner owns this file, so that a chapter can add to it.
enum Chapters {
    static let commands: [any ParsableCommand.Type] = [
        // @from 17
        Delete.self, Deleted.self, Restore.self,
        // @end
        // @from 18
        Log.self,
        // @end
        // @from 19
        Insight.self,
        // @end
        // @from 20
        Watch.self,
        Reset.self,
        // @end
    ]

    /// Names of the commands that have commands of their own.
    static var commandGroups: [String] {
        // @from 17
        ["deleted"]
        // @else
        //| []
        // @end
    }
}
