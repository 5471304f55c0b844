internal import ArgumentParser
internal import Checkpoint
internal import Foundation

/// What every command understands.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Print one JSON object, for programs.")
    var json = false

    @Flag(help: "No colours and no pager, also on a terminal.")
    var plain = false

    var isColoured: Bool { !json && Output.isColoured(plain: plain) }

    var style: TextStyle { TextStyle(isColoured: isColoured) }

    /// Prints the one or the other form.
    func print(_ object: some Encodable, _ lines: @autoclosure () -> [String]) throws {
        if json { return try Output.json(object) }
        Output.standard(lines().joined(separator: "\n") + "\n")
    }
}

/// Where a command was called: the course, and the workspace that the folder belongs to.
struct Place {
    let course: Course
    let workspace: Workspace?

    static func here() throws -> Place {
        let workspace = Workspace.find(from: FileManager.default.currentDirectoryPath)
        // A progress that cannot be read is told by whoever needs it.
        let frontend = try? workspace?.progress().frontend
        return Place(
            course: try Course.load(root: try Repository.root(of: workspace), frontend: frontend), workspace: workspace)
    }

    /// - Parameter evenIfOlder: true for what changes no more than the workspace's own past.
    /// - Throws: `CourseError` where there is none, or where the course can't go on with it.
    func requiredWorkspace(evenIfOlder: Bool = false) throws -> Workspace {
        guard let workspace else {
            throw CourseError(
                .usage,
                "This folder belongs to no workspace. Start one (vitals-course start ../my-vitals), or go into yours.")
        }
        if !evenIfOlder { try course.requireCompatible(try workspace.progress()) }
        return workspace
    }

    /// The step that a word means; without one, the step that the learner is at.
    func step(_ word: String?, _ progress: CourseProgress?) throws -> Step {
        if let word { return try course.step(named: word) }
        guard let progress else {
            throw CourseError(
                .usage, "Which step? Outside a workspace it has to be said, such as: vitals-course read 1")
        }
        return try progress.currentStep(in: course)
    }
}

/// What the commands about one step have in common: where they were called, and which step is meant.
struct StepPlace {
    let place: Place
    let workspace: Workspace
    let progress: CourseProgress
    let step: Step
    let projector: Projector

    var course: Course { place.course }

    static func here(_ word: String?) throws -> StepPlace {
        let place = try Place.here()
        let workspace = try place.requiredWorkspace()
        let progress = try workspace.progress()
        return StepPlace(
            place: place, workspace: workspace, progress: progress, step: try place.step(word, progress),
            projector: Projector(course: place.course))
    }
}
