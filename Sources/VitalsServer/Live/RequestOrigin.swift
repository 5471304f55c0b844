/// The token by which the running request came, for work that isn't meant for the device that caused it.
enum RequestOrigin {
    /// The token's hash; nil outside a request.
    @TaskLocal static var token: SecretHash?
}
