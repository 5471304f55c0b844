// replaces: manifest
// refused by: Step01ScaffoldTests/languageMode()
// says: Vitals sets the mode 5
//
// Sets the package to Swift 6 and its only target back to 5.

let package = Package(
    name: "vitals",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .library(name: "Vitals", targets: ["Vitals"])
    ],
    targets: [.target(name: "Vitals", swiftSettings: [.swiftLanguageMode(.v5)])],
    swiftLanguageModes: [.v6]
)
