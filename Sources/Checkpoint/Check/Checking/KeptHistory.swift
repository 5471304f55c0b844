internal import CheckpointCourse
package import CheckpointWorkspace

extension CheckReport {
    /// Returns the first history with which a test of a step failed; nil if none did.
    package func failedHistory(of step: Int) -> FailedHistory? {
        verdicts.lazy.filter { $0.step == step }.compactMap { HistoryReader.history(of: $0) }.first
    }
}

extension Workspace {
    /// Keeps the history with which a test of a step failed. A check that didn't run the test of the last one says nothing
    /// about it, so that one stays.
    func keepHistory(of report: CheckReport, _ step: Step) {
        guard report.didBuild else { return }
        if let history = report.failedHistory(of: step.number) { return keep(history, of: step) }
        guard let last = failedHistory(of: step) else { return }
        if report.verdicts.contains(where: { $0.id == last.test && $0.outcome != .didNotRun }) {
            keep(nil, of: step)
        }
    }
}
