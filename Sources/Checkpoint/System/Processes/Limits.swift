internal import Foundation

/// The limits on a learner's code.
package struct Limits: Hashable, Sendable {
    /// Seconds for the tests of a check. Builds have a limit of their own, and so has each run in which the learner's
    /// own tests are judged.
    package var checkSeconds = 300.0
    /// Seconds for a build.
    package var buildSeconds = 1_800.0
    /// Memory in bytes for all compilers of a build together, when grading: a mebibyte of source can ask for more than
    /// any machine has. A build of the whole course takes a sixth of it on two cores. With more cores, more compilers
    /// run at a time.
    package var buildMemoryBytes = (4 + max(0, ProcessInfo.processInfo.activeProcessorCount - 4)) << 30
    /// Seconds without an event while many tests run concurrently, before they are run one by one. Not the limit of any
    /// of them: a loop that keeps every thread busy silences them all.
    package var silenceSeconds = 5.0
    /// Bytes of output for a run of the tests.
    package var outputBytes = 8 << 20
    /// Memory in bytes used by all processes of a run together.
    package var memoryBytes = 2 << 30
    /// CPU seconds per process (sandbox only).
    package var processorSeconds = 300.0
    /// Bytes per file written (sandbox only).
    package var fileBytes = 256 << 20
    /// Bytes of all temporary files together (sandbox only).
    package var temporaryBytes = 512 << 20
    /// Threads of all processes together (sandbox only).
    package var threadCount = 512
    /// Concurrent processes, descendants included.
    package var processCount = 64
    /// Open files per process (sandbox only). It is what most systems allow a process anyway.
    package var openFileCount = 1_024
    /// Tests of a step that may time out, or end the process, before the step's other tests are skipped.
    package var timeoutsPerStep = 2
    package var deathsPerStep = 20

    package init() {}
}
