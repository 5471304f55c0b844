internal import CheckpointSystem
internal import Yams

/// The contents of `step.yml`.
package struct StepManifest: Decodable {
    package struct Test: Decodable {
        package let id: String
        package let region: String?
        package let clauses: [Int]?
        package let limit: Double?
        package let frontend: Frontend?
        package let mutant: String?
    }

    struct Part: Decodable {
        let title: String
        let minutes: ExpectedTime
        let regions: [String]
        let frontend: Frontend?
    }

    package let title: String
    package let aim: String
    let proves: String
    /// The time that the step takes; nil for a step in parts, which say it themselves.
    let minutes: ExpectedTime?
    let parts: [Part]?
    package let requires: [Int]?
    package let owns: [String]?
    package let needs: [String]?
    package let products: [String]?
    package let tests: [Test]?
    package let frontends: [String: [String]]?
    let judged: JudgedTests?

    package static let keys: Set<String> = [
        "title", "aim", "proves", "minutes", "parts", "requires", "owns", "needs", "products", "tests", "frontends",
        "judged",
    ]

    /// - Throws: `CourseError.courseBroken` with the file's path.
    package static func read(_ text: String, path: String) throws -> StepManifest {
        do {
            let node = try Yams.compose(yaml: text) ?? Node("")
            if case .mapping(let mapping) = node {
                let unknown = mapping.keys.compactMap(\.string).filter { !keys.contains($0) }
                guard unknown.isEmpty else {
                    throw CourseError(.courseBroken, "\(path) has an unknown key: \(unknown[0]).")
                }
            }
            let manifest = try YAMLDecoder().decode(StepManifest.self, from: node)
            for name in (manifest.frontends ?? [:]).keys where Frontend(rawValue: name) == nil {
                throw CourseError(.courseBroken, "\(path): there is no front end \(name).")
            }
            guard (manifest.minutes == nil) == (manifest.parts?.isEmpty == false) else {
                throw CourseError(
                    .courseBroken, "\(path) needs minutes:, or parts: that each have theirs, and not both.")
            }
            return manifest
        } catch let error as CourseError {
            throw error
        } catch {
            throw CourseError(.courseBroken, "\(path) can't be read: \(error)")
        }
    }

    /// - Parameter frontend: the front end whose tests to keep, besides those for everyone; nil for all tests.
    package func step(number: Int, id: String, frontend: Frontend?) -> Step {
        let official = (tests ?? []).filter { $0.frontend == nil || frontend == nil || $0.frontend == frontend }
        let folders = (frontends ?? [:]).compactMap { name, paths in Frontend(rawValue: name).map { ($0, paths) } }
        return Step(
            number: number, id: id, title: title, aim: aim, proves: proves, time: time, requires: requires ?? [],
            owns: owns ?? [], needs: needs ?? [], products: products ?? [],
            tests: official.map {
                StepTest(
                    id: $0.id, region: $0.region, clauses: $0.clauses ?? [],
                    limitSeconds: $0.limit ?? StepTest.defaultLimitSeconds, frontend: $0.frontend, mutant: $0.mutant)
            },
            frontends: Dictionary(uniqueKeysWithValues: folders), parts: stepParts(frontend), isComing: false,
            judged: judged)
    }

    private func stepParts(_ frontend: Frontend?) -> [StepPart] {
        (parts ?? []).enumerated().map { index, part in
            StepPart(
                number: index + 1, title: part.title, time: part.minutes, regions: part.regions,
                frontend: part.frontend,
                isGiven: frontend != nil && part.frontend != nil && part.frontend != frontend)
        }
    }

    /// The time for the whole step. Of the parts about a front end, a learner writes only one.
    private var time: ExpectedTime {
        guard let parts else { return minutes ?? ExpectedTime(0, 0) }
        let common = parts.filter { $0.frontend == nil }.map(\.minutes).reduce(ExpectedTime(0, 0), +)
        let choices = parts.filter { $0.frontend != nil }.map(\.minutes)
        return common + ExpectedTime(choices.map(\.least).min() ?? 0, choices.map(\.most).max() ?? 0)
    }
}

/// The contents of `steps/course.yml`: settings of the whole course.
struct CourseManifest: Decodable {
    struct Coming: Decodable {
        let number: Int
        let slug: String
        let title: String
        let aim: String
        let proves: String
        let minutes: ExpectedTime
        let requires: [Int]
    }

    let version: String
    let compatibleSince: String?
    /// The parts in order; nil for a course of a single part.
    let parts: [CoursePart]?
    /// Folders that a learner's tree doesn't contain.
    let repository: [String]
    /// Folders in a workspace that the runner writes and the learner doesn't.
    let runner: [String]
    let coming: [Coming]?
    /// Seconds that the proof of a step takes on two cores, by its number.
    let proofSeconds: [Int: Double]?
}
