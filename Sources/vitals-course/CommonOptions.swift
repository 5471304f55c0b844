internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

/// The options that every command accepts.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Print one JSON object, for programs.")
    var json = false

    @Flag(help: "Use no colours and no pager, even on a terminal.")
    var plain = false

    var isColoured: Bool { !json && Output.isColoured(plain: plain) }

    var style: TextStyle { TextStyle(isColoured: isColoured, hasLinks: isColoured && Terminal.hasLinks()) }

    /// Prints the object as JSON, or the lines as text.
    func print(_ object: some Encodable, _ lines: @autoclosure () -> [String]) throws {
        if json { return try Output.json(object) }
        Output.standard(lines().joined(separator: "\n") + "\n")
    }
}

/// The context of a command: the course, and the workspace that contains the working directory.
struct Place {
    let course: Course
    let workspace: Workspace?

    static func here() throws -> Place {
        let workspace = Workspace.find(from: FileManager.default.currentDirectoryPath)
        // If the progress can't be read, the code that needs it reports that.
        let frontend = try? workspace?.progress().frontend
        return Place(
            course: try Course.load(root: try Repository.root(of: workspace), frontend: frontend), workspace: workspace)
    }

    /// - Parameter evenIfOlder: true for a command that only restores the workspace's own past.
    /// - Throws: `CourseError` if there's no workspace, or if this course can't be used with it.
    func requiredWorkspace(evenIfOlder: Bool = false) throws -> Workspace {
        guard let workspace else {
            throw CourseError(
                .usage,
                "This folder isn't in a workspace. Start one (vitals-course start ../my-vitals), or cd into yours.")
        }
        if !evenIfOlder { try course.requireCompatible(try workspace.progress()) }
        return workspace
    }

    /// Returns the step, or the part of one, that a word means; without a word, the step that the learner is at.
    func target(_ word: String?, _ progress: CourseProgress?) throws -> StepTarget {
        if let word { return try course.target(named: word) }
        guard let progress else {
            throw CourseError(
                .usage, "Which step? Outside a workspace, name it, for example: vitals-course read 1")
        }
        return StepTarget(step: try progress.currentStep(in: course))
    }
}

/// The context of a command about one step: where it was called, and which step it means.
struct StepPlace {
    let place: Place
    let workspace: Workspace
    let progress: CourseProgress
    let target: StepTarget
    let projector: Projector

    var course: Course { place.course }
    var step: Step { target.step }
    var part: StepPart? { target.part }

    /// - Parameter takesParts: false for a command that is only about whole steps.
    /// - Throws: `CourseError.usage` for a part of a step where only a whole one will do.
    static func here(_ word: String?, takesParts: Bool = false) throws -> StepPlace {
        let place = try Place.here()
        let workspace = try place.requiredWorkspace()
        let progress = try workspace.progress()
        return StepPlace(
            place: place, workspace: workspace, progress: progress,
            target: takesParts
                ? try place.target(word, progress)
                : StepTarget(step: try word.map(place.course.step(named:)) ?? place.target(nil, progress).step),
            projector: Projector(course: place.course))
    }
}
