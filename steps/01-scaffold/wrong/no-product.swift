// replaces: manifest
// refused by: Step01ScaffoldTests/libraryProduct()
// says: it lists nothing
//
// Has the target but no product: it builds, but no app can use it.

let package = Package(
    name: "vitals",
    platforms: [.iOS(.v18), .macOS(.v15)],
    targets: [.target(name: "Vitals")],
    swiftLanguageModes: [.v6]
)
