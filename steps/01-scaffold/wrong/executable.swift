// replaces: manifest
// refused by: Step01ScaffoldTests/libraryProduct()
// says: should be a library, which an app can import
//
// Makes the product a program, as `swift package init --type executable` does.

let package = Package(
    name: "vitals",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .executable(name: "Vitals", targets: ["Vitals"])
    ],
    targets: [.executableTarget(name: "Vitals")],
    swiftLanguageModes: [.v6]
)
