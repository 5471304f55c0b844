// replaces: manifest
// refused by: Step01ScaffoldTests/noOtherPlatforms()
// says: Linux has no oldest version to name
//
// Names Linux as well: SwiftPM has no such platform, and a made-up one changes nothing.

let package = Package(
    name: "vitals",
    platforms: [.iOS(.v18), .macOS(.v15), .custom("linux", versionString: "1.0")],
    products: [
        .library(name: "Vitals", targets: ["Vitals"])
    ],
    targets: [.target(name: "Vitals")],
    swiftLanguageModes: [.v6]
)
