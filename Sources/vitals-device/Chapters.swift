import ArgumentParser

/// The commands that chapters of part two add. The runner owns this file, so that a chapter can add to it.
enum Chapters {
    static var commands: [any ParsableCommand.Type] {
        var commands: [any ParsableCommand.Type] = []
        // @from 17
        commands += [Delete.self, Deleted.self, Restore.self]
        // @end
        // @from 18
        commands += [Log.self]
        // @end
        return commands
    }

    /// Names of the commands that have commands of their own.
    static var commandGroups: [String] {
        // @from 17
        ["deleted"]
        // @else
        //| []
        // @end
    }
}
