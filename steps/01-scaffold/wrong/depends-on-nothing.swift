// replaces: manifest
// refused by: Step01ScaffoldTests/manifestIsRead()
// says: product 'Nowhere' required by package
//
// Depends on something that neither this package nor another one has. SwiftPM reads it and cannot build it.

let package = Package(
    name: "vitals",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .library(name: "Vitals", targets: ["Vitals"])
    ],
    targets: [.target(name: "Vitals", dependencies: ["Nowhere"])],
    swiftLanguageModes: [.v6]
)
