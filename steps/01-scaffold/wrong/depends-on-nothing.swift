// replaces: manifest
// refused by: Step01ScaffoldTests/manifestIsRead()
// says: product 'Nowhere' required by package
//
// Depends on a product that neither this package nor any other has. SwiftPM can read the manifest, but can't build the
// package.

let package = Package(
    name: "vitals",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .library(name: "Vitals", targets: ["Vitals"])
    ],
    targets: [.target(name: "Vitals", dependencies: ["Nowhere"])],
    swiftLanguageModes: [.v6]
)
