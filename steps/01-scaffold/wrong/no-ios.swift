// replaces: manifest
// refused by: Step01ScaffoldTests/platforms(key:name:version:)
// says: platforms: should name iOS 18.0
//
// Names the platform of your own machine and forgets the one that the app runs on.

let package = Package(
    name: "vitals",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Vitals", targets: ["Vitals"])
    ],
    targets: [.target(name: "Vitals")],
    swiftLanguageModes: [.v6]
)
