package import CheckpointCourse

/// The course's code for the bodies that a learner writes in a step.
package struct Solutions: Sendable {
    package struct Body: Encodable, Sendable {
        package let file: String
        package let region: String
        package let code: String
    }

    package let bodies: [Body]

    package init(step: Step, _ projector: Projector) throws {
        bodies = try projector.markedFiles().flatMap { marked in
            marked.regions.filter { $0.step == step.number }.compactMap { region in
                marked.snippet(region.name, in: .after(step.number)).map {
                    Body(file: marked.path, region: region.name, code: $0)
                }
            }
        }
    }
}
