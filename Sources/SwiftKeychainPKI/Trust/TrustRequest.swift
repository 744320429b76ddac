/// Holds everything an evaluation depends on; equal requests have equal outcomes.
public struct TrustRequest: Sendable {
    public var leaf: Certificate
    /// Holds certificates that may stand between leaf and anchor, in any order.
    public var intermediates: [Certificate]
    /// Holds what the chain must be good for: all of it. None: basic X.509.
    public var policies: [TrustPolicy]
    /// Holds certificates that end a chain. They need not sign themselves.
    public var anchors: [Certificate] = []
    /// Says that neither the system's anchors nor trust settings end a chain.
    public var anchorsOnly = false
    /// Holds the moment to evaluate for, in seconds since 2001-01-01 00:00 UTC.
    public var date: Double
    public var settings = TrustSettings()
    /// Holds OCSP answers in DER (RFC 6960), which were got from the server or elsewhere.
    public var responses: [[UInt8]] = []
    public var exceptions: TrustExceptions?
    /// Finds certificates whose subject is the issuer of the given one, in a keychain perhaps; it
    /// is asked where nothing else fits.
    public var findIssuers: @Sendable (Certificate) -> [Certificate] = { _ in [] }

    public init(
        leaf: Certificate, intermediates: [Certificate] = [], policies: [TrustPolicy],
        date: Double
    ) {
        self.leaf = leaf
        self.intermediates = intermediates
        self.policies = policies.isEmpty ? [.basic] : policies
        self.date = date
    }
}
