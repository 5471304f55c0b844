internal import ArgumentParser
internal import CheckpointCheck
internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace

/// The form of a check's output on the terminal.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case text
    /// For editors: a line for each failing place, as compilers print errors.
    case compiler
}

/// The options of the commands that print a check's report.
struct CheckOptions: ParsableArguments {
    @Option(help: "text for people, or compiler for editors: a line file:line:column: error: … for each failing place.")
    var format: CheckFormat = .text

    @OptionGroup var common: CommonOptions

    /// Runs a check. In the compiler's form, an error of the check itself becomes a problem too, or the editor would show none.
    func reporting<Value: Sendable>(
        _ here: StepPlace, _ check: @Sendable () async throws -> Value
    ) async throws -> Value {
        do { return try await check() } catch let error as CourseError where format == .compiler {
            let place = here.workspace.root + "/Package.swift:1:1"
            Output.standard("\(place): error: \(PlainText.line(error.description))\n")
            throw error
        }
    }

    func validate() throws {
        guard format == .compiler, common.json else { return }
        throw ValidationError("--json and --format compiler are two forms of one report. Choose one of them.")
    }
}

/// The failing places of a check as an editor's problem matcher reads them: `path:line:column: error: message`.
///
/// Paths are absolute, so they hold in whatever folder the editor runs the command. A failure that no place is known of is
/// reported at the beginning of Package.swift, because an editor shows no problem without a file.
struct CheckProblems {
    let report: CheckReport
    let root: String

    /// The lines, each once: tests that wait for the same body would repeat it.
    var lines: [String] {
        var seen: Set<String> = []
        return (build + tests).filter { seen.insert($0).inserted }
    }

    private var build: [String] {
        let compiler = (report.errors + report.interfaceErrors).map {
            problem("\($0.path):\($0.line):\($0.column ?? 1)", $0.message)
        }
        let declarations = report.missingDeclarations.map { problem($0.path, "the checkpoint uses: \($0.text)") }
        let files = report.missingFiles.map {
            problem("Package.swift", "\($0) is missing: vitals-course reset --file \(ShellWord.quoted($0))")
        }
        // SwiftPM's own errors name no line.
        let isOther = compiler.isEmpty && !report.buildOutput.isEmpty
        return compiler + declarations + files
            + (isOther ? [problem("Package.swift", report.buildOutput.joined(separator: " "))] : [])
    }

    private var tests: [String] {
        report.failures.map { verdict in
            let isOpen = verdict.outcome == .notWritten
            let message = verdict.message.isEmpty ? verdict.title : verdict.message
            return problem(
                verdict.place ?? "Package.swift", isOpen ? "to write: \(message)" : "\(verdict.title): \(message)")
        }
    }

    /// - Parameter place: a path in the workspace, with or without a line and a column.
    private func problem(_ place: String, _ message: String) -> String {
        var parts = place.split(separator: ":").map(String.init)
        while parts.count < 3 { parts.append("1") }
        let path = parts[0].hasPrefix("/") ? parts[0] : root + "/" + parts[0]
        return "\(path):\(parts[1]):\(parts[2]): error: \(PlainText.line(message))"
    }
}
