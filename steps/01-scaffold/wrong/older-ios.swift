// replaces: manifest
// refused by: Step01ScaffoldTests/platforms(key:name:version:)
// says: The oldest iOS that Vitals supports should be 18.0
//
// Supports an older iOS than the rest of the course does.

let package = Package(
    name: "vitals",
    platforms: [.iOS(.v17), .macOS(.v15)],
    products: [
        .library(name: "Vitals", targets: ["Vitals"])
    ],
    targets: [.target(name: "Vitals")],
    swiftLanguageModes: [.v6]
)
