// replaces: manifest
// refused by: Step01ScaffoldTests/platforms(key:name:version:)
// says: platforms: should name iOS 18.0
//
// Names the platform of the machine at hand and forgets the one the app is for.

let package = Package(
    name: "vitals",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Vitals", targets: ["Vitals"])
    ],
    targets: [.target(name: "Vitals")],
    swiftLanguageModes: [.v6]
)
