// swift-tools-version: 6.2
import PackageDescription

// @from repository
let runner: [Target.Dependency] = [
    "CheckpointAuthor", "CheckpointCheck", "CheckpointCourse", "CheckpointDemo", "CheckpointGrading",
    "CheckpointReader",
    "CheckpointSystem", "CheckpointWorkspace",
]
// @end

// @from 12
// What has a target of its own, and is linked by the programs.
// swift-format-ignore
let serverFeatures: [Target.Dependency] = [
    // @from 21
    "VitalsServerEntities",
    // @end
    // @from 23
    "VitalsServerReminders",
    // @end
    // @from 24
    "VitalsServerWorkouts",
    // @end
    // @from repository
    "VitalsServerImport",
    // @end
    // A server's feature with a target of its own: before this line.
]
// @end
// @from 14
// swift-format-ignore
let phoneFeatures: [Target.Dependency] = [
    // @from 21
    "VitalsEntities",
    // @end
    // @from 23
    "VitalsReminders",
    // @end
    // @from 24
    "VitalsWorkouts",
    // @end
    // @from repository
    "VitalsFiles",
    "VitalsReport",
    "VitalsGoals",
    // @end
    // A phone's feature with a target of its own: before this line.
]
// @end

// @write 1 manifest
let package = Package(
    name: "vitals",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .library(name: "Vitals", targets: ["Vitals"]),
        // @from 15
        .library(name: "VitalsViewModels", targets: ["VitalsViewModels"]),
        // @end
        // @from 12
        .executable(name: "vitals-server", targets: ["vitals-server"]),
        // @end
        // @from 14
        .library(name: "VitalsFeatures", targets: ["VitalsFeatures"]),
        .executable(name: "vitals-device", targets: ["vitals-device"]),
        // @end
        // @from repository
        .executable(name: "vitals-course", targets: ["vitals-course"]),
        // @end
    ],
    // @from 15
    traits: [
        .trait(
            name: "TLS",
            description: "HTTPS for vitals-server. It compiles a second BoringSSL, so ask for it: --traits TLS")
    ],
    // @end
    dependencies: [
        // @from 4
        // Steps with the same packages share what is built of them, so they come at two steps: the device's at 4, the
        // server's at 12.
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.2"),
        // @end
        // @from 12
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        // @end
        // @from repository
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2"),
        .package(url: "https://github.com/apple/swift-system.git", from: "1.8.1"),
        // @end
    ],
    targets: [
        // The device. Nothing here knows of HTTP servers, of Postgres or of the course; it builds for iOS.
        .target(
            name: "Vitals",
            dependencies: [
                // @from 4
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                // @end
                // @from 7
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
                // @end
            ]
        ),
        // @from 7
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        // @end

        // @from 14
        // The list of a phone's features. One with a target of its own imports `Vitals`, and this imports them all.
        .target(name: "VitalsFeatures", dependencies: ["Vitals"] + phoneFeatures),
        // @end
        // @from 21
        // What is decided by the server and changed by commands: groups, tags, notes, reminders, workouts.
        .target(
            name: "VitalsEntities",
            dependencies: [
                "Vitals", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .target(
            name: "VitalsServerEntities",
            dependencies: [
                "Vitals", "VitalsEntities", "VitalsServer", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        // @end
        // @from 23
        // Reminders: their schedules, and the alarms that a phone should have.
        .target(
            name: "VitalsReminders",
            dependencies: ["Vitals", "VitalsEntities", .product(name: "GRDB", package: "GRDB.swift")]),
        .target(
            name: "VitalsServerReminders",
            dependencies: [
                "Vitals", "VitalsServer", "VitalsServerEntities", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        // @end
        // @from 24
        // Samples of health sources by the million, and workouts.
        .target(
            name: "VitalsWorkouts",
            dependencies: [
                "Vitals", "VitalsEntities", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .target(
            name: "VitalsServerWorkouts",
            dependencies: [
                "Vitals", "VitalsEntities", "VitalsServer", "VitalsServerEntities", "VitalsWorkouts",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        // @end
        // @from repository
        // A person's data as files: exports, and imports of CSV.
        .target(
            name: "VitalsFiles",
            dependencies: [
                "Vitals", "VitalsEntities", "VitalsWorkouts", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // A look inside a phone: its last exchanges, what waits, the account's devices, and a report to copy.
        .target(
            name: "VitalsReport",
            dependencies: [
                "Vitals", "VitalsEntities", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // The goal of a weight, and its trend.
        .target(name: "VitalsGoals", dependencies: ["Vitals", "VitalsEntities", "VitalsReminders"]),
        // @end
        // The targets of a new chapter: before this line.

        // @from 15
        // What screens show and do, without any of them; builds and is tested where there is no SwiftUI.
        .target(name: "VitalsViewModels", dependencies: ["Vitals"] + phoneFeatures),
        // @end

        // @from 12
        // The rendezvous.
        .target(
            name: "VitalsServer",
            dependencies: [
                "Vitals",
                "CLibPQ",
                // @from repository
                .product(name: "CoreMetrics", package: "swift-metrics"),
                // @end
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                // @from 15
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: .when(traits: ["TLS"])),
                // @end
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]
        ),
        .systemLibrary(
            name: "CLibPQ", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        // @end

        // @from repository
        .target(
            name: "VitalsServerImport",
            dependencies: [
                "Vitals", "VitalsEntities", "VitalsServer", "VitalsServerEntities", "VitalsServerWorkouts",
                "VitalsWorkouts",
            ]),
        // The runner of the course drives the two above from outside, as processes. Each arrow points down, and the
        // compiler keeps it so: System <- Course <- Workspace <- Reader, Check <- Grading, Author; Demo needs System.
        .target(
            name: "CheckpointSystem",
            dependencies: [
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
            ],
            path: "Sources/Checkpoint/System"
        ),
        .target(
            name: "CheckpointCourse",
            dependencies: ["CheckpointSystem", .product(name: "Yams", package: "Yams")],
            path: "Sources/Checkpoint/Course"
        ),
        .target(
            name: "CheckpointWorkspace", dependencies: ["CheckpointCourse", "CheckpointSystem"],
            path: "Sources/Checkpoint/Workspace"),
        .target(
            name: "CheckpointReader", dependencies: ["CheckpointCourse", "CheckpointSystem", "CheckpointWorkspace"],
            path: "Sources/Checkpoint/Reader"),
        .target(name: "CheckpointDemo", dependencies: ["CheckpointSystem"], path: "Sources/Checkpoint/Demo"),
        .target(
            name: "CheckpointCheck",
            dependencies: ["CheckpointCourse", "CheckpointDemo", "CheckpointSystem", "CheckpointWorkspace"],
            path: "Sources/Checkpoint/Check"
        ),
        .target(
            name: "CheckpointGrading",
            dependencies: [
                "CheckpointCheck", "CheckpointCourse", "CheckpointSystem", "CheckpointWorkspace",
                .product(name: "Yams", package: "Yams"),
            ],
            path: "Sources/Checkpoint/Grading"
        ),
        .target(
            name: "CheckpointAuthor",
            dependencies: [
                "CheckpointCheck", "CheckpointCourse", "CheckpointReader", "CheckpointSystem", "CheckpointWorkspace",
                .product(name: "Yams", package: "Yams"),
            ],
            path: "Sources/Checkpoint/Author"
        ),
        // @end

        // @from 12
        // What the programs below print, and whether it has arrived.
        .target(name: "ProgramOutput"),
        // Composition roots: the only places that read the environment or open files by a default path.
        .executableTarget(
            name: "vitals-server",
            dependencies: [
                "ProgramOutput",
                "VitalsServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ] + serverFeatures
        ),
        // @end
        // @from 14
        .executableTarget(
            name: "vitals-device",
            dependencies: [
                "ProgramOutput", "Vitals", "VitalsFeatures",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ] + phoneFeatures
        ),
        // @end
        // @from repository
        .executableTarget(
            name: "vitals-course",
            dependencies: runner + [
                "ProgramOutput", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // @end

        // @from repository
        // The library as an app sees it: these use its public API, and can use nothing else.
        .executableTarget(
            name: "weight-log", dependencies: ["Vitals"], path: "Examples/WeightLog", packageAccess: false),
        .target(name: "VitalsSnippets", dependencies: ["Vitals"], path: "Examples/Snippets", packageAccess: false),
        // @end

        // @from 2
        // The course's checks, and what they share.
        .target(name: "StepSupport", dependencies: ["Vitals"], path: "Tests/StepSupport"),
        .testTarget(
            name: "StepTests",
            dependencies: [
                "Vitals",
                "StepSupport",
                // @from 4
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Yams", package: "Yams"),
                // @end
                // @from 14
                "VitalsFeatures",
                // @end
                // @from 15
                "VitalsViewModels",
                // @end
                // @from 17 18 19
                "VitalsServer",
                // @end
                // @from 20
                .product(name: "Crypto", package: "swift-crypto"),
                // @end
                // @from 21
                "VitalsEntities",
                "VitalsServerEntities",
                // @end
                // @from 23
                "VitalsReminders",
                // @end
                // @from 24
                "VitalsServerWorkouts",
                "VitalsWorkouts",
                // @end
                // What a new chapter's tests use: before this line.
            ]
        ),
        // @end

        // @from 9
        // Written by the learner, and judged by running them against engines that are wrong.
        .testTarget(name: "ConvergenceTests", dependencies: ["Vitals", "StepSupport"]),
        // @end

        // @from 13
        // The same, against servers that are wrong.
        .testTarget(name: "IntegrationTests", dependencies: ["Vitals", "StepSupport"]),
        // @end

        // @from repository
        // Tests of the repository's own.
        .target(
            name: "TestSupport",
            dependencies: [
                "Vitals", "VitalsWorkouts", "StepSupport", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Tests/TestSupport"
        ),
        .testTarget(
            name: "VitalsTests",
            dependencies: [
                "Vitals",
                "VitalsSnippets",
                "StepSupport",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "VitalsViewModelsTests",
            dependencies: [
                "Vitals", "VitalsEntities", "VitalsFeatures", "VitalsGoals", "VitalsReminders", "VitalsReport",
                "VitalsViewModels",
                "VitalsWorkouts", "StepSupport", "TestSupport",
            ]),
        .testTarget(
            name: "VitalsServerTests",
            dependencies: [
                "Vitals",
                "VitalsEntities",
                "VitalsServer",
                "VitalsServerEntities",
                "VitalsServerReminders",
                "VitalsServerWorkouts",
                "VitalsWorkouts",
                "StepSupport",
                "TestSupport",
                "CLibPQ",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "Yams", package: "Yams"),
            ]
        ),
        .testTarget(
            name: "VitalsEntitiesTests",
            dependencies: [
                "Vitals", "VitalsEntities", "StepSupport", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "VitalsRemindersTests",
            dependencies: [
                "Vitals", "VitalsEntities", "VitalsFeatures", "VitalsReminders", "StepSupport", "TestSupport",
            ]),
        .testTarget(
            name: "VitalsGoalsTests",
            dependencies: [
                "Vitals", "VitalsEntities", "VitalsFeatures", "VitalsGoals", "VitalsReminders", "StepSupport",
                "TestSupport",
            ]),
        .testTarget(
            name: "VitalsWorkoutsTests",
            dependencies: [
                "Vitals", "VitalsEntities", "VitalsFeatures", "VitalsWorkouts", "StepSupport", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "VitalsFilesTests",
            dependencies: [
                "Vitals", "VitalsEntities", "VitalsFeatures", "VitalsFiles", "VitalsWorkouts", "StepSupport",
                "TestSupport",
            ]),
        .testTarget(
            name: "VitalsReportTests",
            dependencies: [
                "Vitals", "VitalsEntities", "VitalsFeatures", "VitalsReport", "VitalsWorkouts", "StepSupport",
                "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "Vitals", "VitalsEntities", "VitalsReminders", "VitalsServer", "VitalsServerEntities",
                "VitalsServerWorkouts", "VitalsWorkouts", "StepSupport", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "Vitals", "VitalsEntities", "VitalsFeatures", "VitalsReminders", "VitalsWorkouts", "StepSupport",
                "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "RunnerTests",
            dependencies: runner + ["StepSupport", "TestSupport", .product(name: "Yams", package: "Yams")]
        ),
        // The page in a real browser, with real servers and real phones beside it.
        .testTarget(name: "BrowserTests", dependencies: ["Vitals", "StepSupport", "TestSupport"]),
        .testTarget(
            name: "CourseTests",
            dependencies: runner + ["StepSupport", "TestSupport"]
        ),
        // A class of made-up submissions, some of them hostile; those are in Tests/Fixtures/class.
        .testTarget(
            name: "GradingTests",
            dependencies: runner + ["StepSupport", "TestSupport", .product(name: "Yams", package: "Yams")]),
        // @end
    ],
    swiftLanguageModes: [.v6]
)
// @starter
//| let package = Package(
//|     name: "vitals",
//|     // Which platforms, which product, which language mode? The lesson says.
//|     targets: [.target(name: "Vitals")]
//| )
// @end

// @from 2
// One set of rules for every line of Swift in the house.
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        // @from repository
        .treatAllWarnings(as: .error),
        // @end
    ]
}
// @end
