internal import ArgumentParser
internal import CheckpointCourse
internal import CheckpointSystem
internal import Foundation

struct DevProjectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Write the tree after a step, or its starter, into a folder.",
        discussion: "Example: vitals-course dev project 8 --starter --to /tmp/starter-8")

    @Argument(help: "The number of the step.")
    var step: Int

    @Flag(help: "The tree with which the step begins, its bodies still to be written.")
    var starter = false

    @Option(help: "A folder; files in it that the tree has too are replaced.")
    var to: String

    func run() async throws {
        let course = try Course.load(root: try Repository.root())
        guard course.writtenSteps.contains(where: { $0.number == step }) else {
            throw CourseError(.usage, "There is no step \(step); there are 1 to \(course.writtenSteps.count).")
        }
        let projector = Projector(course: course)
        var tree = try starter ? projector.starter(of: step) : projector.tree(after: step)
        if tree["Package.swift"] == nil {
            tree["Package.swift"] = try projector.file("Package.swift", in: .after(step))
        }
        for (path, file) in tree { try file.write(to: to + "/" + path) }
        Output.standard("\(tree.count) files of step \(step) written to \(to)\n")
    }
}
