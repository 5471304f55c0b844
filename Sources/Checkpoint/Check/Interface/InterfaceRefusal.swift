/// Code that isn't judged, because the official tests would use something of it in place of their own.
package struct InterfaceRefusal: Error {
    /// Each declaration or file, with what to do about it.
    package let reasons: [CompilerDiagnostic]
}
