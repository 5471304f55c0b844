// replaces: manifest
// refused by: Step01ScaffoldTests/libraryProduct()
// says: should list a library named Vitals
//
// Names the library vitals, like the package, but the library's name is Vitals.

let package = Package(
    name: "vitals",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .library(name: "vitals", targets: ["Vitals"])
    ],
    targets: [.target(name: "Vitals")],
    swiftLanguageModes: [.v6]
)
