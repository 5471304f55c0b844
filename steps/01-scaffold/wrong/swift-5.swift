// replaces: manifest
// refused by: Step01ScaffoldTests/languageMode()
// says: swiftLanguageModes: gives ["5"]
//
// Stays with Swift 5, where a data race is at most a warning.

let package = Package(
    name: "vitals",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .library(name: "Vitals", targets: ["Vitals"])
    ],
    targets: [.target(name: "Vitals")],
    swiftLanguageModes: [.v5]
)
