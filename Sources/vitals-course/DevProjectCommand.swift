internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct DevProjectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Write the tree after a step, or its starter, into a folder.",
        discussion: "Example: vitals-course dev project 8 --starter --to /tmp/starter-8")

    @Argument(help: "The step: its number, or its name.")
    var step: String

    @Flag(help: "Write the tree that the step starts from, without the bodies to write.")
    var starter = false

    @Option(help: "The folder to write to. Files there with the same path are replaced.")
    var to: String

    func run() async throws {
        let course = try Course.load(root: try Repository.root())
        let step = try course.step(named: step)
        guard !step.isComing else { throw CourseError.coming(step) }
        let projector = Projector(course: course)
        var tree = try starter ? projector.starter(of: step.number) : projector.tree(after: step.number)
        if tree["Package.swift"] == nil {
            tree["Package.swift"] = try projector.manifest(of: course.closure(of: step.number))
        }
        for (path, file) in tree { try file.write(to: to + "/" + path) }
        Output.standard("\(tree.count) files of step \(step.number) written to \(to)\n")
    }
}
