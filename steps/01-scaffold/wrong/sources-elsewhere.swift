// replaces: manifest
// refused by: Step01ScaffoldTests/target()
// says: should stay in Sources/Vitals
//
// Points the target at all of Sources, where later steps put other targets.

let package = Package(
    name: "vitals",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .library(name: "Vitals", targets: ["Vitals"])
    ],
    targets: [.target(name: "Vitals", path: "Sources")],
    swiftLanguageModes: [.v6]
)
