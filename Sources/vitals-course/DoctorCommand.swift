internal import ArgumentParser
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Show what this machine has and lacks, and the exact command that fixes it.",
        discussion:
            "Example: vitals-course doctor   (exits with 4 if your current step needs something that is missing)")

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let place = try Place.here()
        let doctor = Doctor(
            course: place.course, workspace: place.workspace, environment: ProcessInfo.processInfo.environment)
        let findings = try await doctor.findings()
        try options.print(findings, lines(findings))
        if findings.contains(where: { $0.state == .missing }) { throw ExitCode(4) }
    }

    private func lines(_ findings: [Finding]) -> [String] {
        let width = findings.map(\.what.count).max() ?? 0
        let rows = findings.flatMap { finding -> [String] in
            let look = look(of: finding.state)
            let sign = options.style("\(look.symbol) \(look.word.padded(to: 7))", look.mark)
            let row = "  \(sign)  \(finding.what.padded(to: width))  \(finding.detail)"
            return finding.remedy.map { [row, String(repeating: " ", count: width + 15) + "→ " + $0] } ?? [row]
        }
        let missing = findings.filter { $0.state == .missing }.count
        return rows + [
            "", missing == 0 ? "You have everything you need now." : "\(missing) missing that you need now.",
        ]
    }

    private func look(of state: Finding.State) -> (symbol: String, word: String, mark: TextStyle.Mark) {
        switch state {
        case .ok: ("✓", "ok", .green)
        case .absent: ("○", "absent", .yellow)
        case .missing: ("✗", "missing", .red)
        }
    }
}
