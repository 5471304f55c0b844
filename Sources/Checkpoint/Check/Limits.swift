internal import Foundation

/// How much whatever a learner wrote may take.
package struct Limits: Hashable, Sendable {
    /// For the tests of one check. Builds have a limit of their own, and so has each run in which the learner's own tests
    /// are judged.
    package var checkSeconds = 300.0
    /// For a build.
    package var buildSeconds = 1_800.0
    /// Of all compilers of one build, in a grading: a mebibyte of source can ask for more than any machine has. A build of the
    /// whole course takes a sixth of it on two cores; with more cores, more compilers run at a time.
    package var buildMemoryBytes = (4 + max(0, ProcessInfo.processInfo.activeProcessorCount - 4)) << 30
    /// Without a word from any test while many run side by side, before they are run one by one.
    package var silenceSeconds = 5.0
    /// Written by one run of the tests.
    package var outputBytes = 8 << 20
    /// In use by a run, by all its processes together.
    package var memoryBytes = 2 << 30
    /// Of one process, in a sandbox.
    package var processorSeconds = 300.0
    /// Written to one file, in a sandbox.
    package var fileBytes = 256 << 20
    /// Of all temporary files, in a sandbox.
    package var temporaryBytes = 512 << 20
    /// Threads of all processes, in a sandbox.
    package var threadCount = 512
    /// At one time, with those that they started.
    package var processCount = 64
    /// Tests of one step that may hang, or end the process, before the others of that step are left alone.
    package var hangsPerStep = 2
    package var deathsPerStep = 20

    package init() {}
}
