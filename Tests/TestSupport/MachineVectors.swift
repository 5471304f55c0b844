import Foundation
import StepSupport
import Testing
package import Vitals

/// The histories of `Tests/Vectors/<machine>.json`. The browser's tests read the same files.
package enum MachineVectors {
    /// Runs each history, and compares each of its steps with the one that is written down.
    ///
    /// With `VITALS_WRITE_VECTORS=1` in the environment it writes the machine's answers into the file instead.
    ///
    /// - Parameter start: makes a machine for a history; what it returns handles one step, and returns it with the answers.
    package static func check(
        _ machine: String, start: (_ history: JSONValue) throws -> ([JSONValue]) throws -> [JSONValue]
    ) throws {
        let url = PackageFiles.url("Tests/Vectors/\(machine).json")
        let histories = try JSONValue(parsing: Data(contentsOf: url)).array ?? []
        #expect(histories.count > 100)
        var lines: [String] = []
        for history in histories {
            let handle = try start(history)
            var steps: [JSONValue] = []
            for (index, step) in (history["steps"]?.array ?? []).enumerated() {
                let answered = JSONValue.array(try handle(step.array ?? []))
                steps.append(answered)
                guard !isWriting else { continue }
                let name = history["name"]?.string ?? ""
                expect(CanonicalJSON.text(answered), equals: CanonicalJSON.text(step), "\(name), step \(index)")
            }
            guard case .object(let members) = history else { continue }
            lines.append(
                CanonicalJSON.text(
                    .object(members.map { $0.name == "steps" ? .init($0.name, .array(steps)) : $0 })))
        }
        if isWriting { try Data("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8).write(to: url) }
    }

    private static var isWriting: Bool { ProcessInfo.processInfo.environment["VITALS_WRITE_VECTORS"] == "1" }
}

extension JSONValue {
    package var double: Double? { if case .number(let number) = self { number } else { nil } }
}
