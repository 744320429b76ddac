/// Takes any bytes and makes a demand on what the code does with them.
///
/// libFuzzer runs the targets for as long as it is let (`make fuzz`); the tests run them over the
/// inputs that are kept in Fuzz/Corpus and Fuzz/Crashes. A trap is a finding as much as a thrown
/// ``Finding`` is.
public struct FuzzTarget: Sendable {
    /// Names the target, its folder in Fuzz/Corpus, and the prefix of its files in Fuzz/Crashes.
    public let name: String

    /// Runs the code over one input; true when it accepted anything in it.
    ///
    /// One input always does the same, so that what was found once is found again.
    ///
    /// - Throws: what the code broke.
    public let run: @Sendable ([UInt8]) throws(Finding) -> Bool

    /// Lists the targets.
    public static let all: [FuzzTarget] = [
        .cbor, .row, .keybag, .archive, .dictionary, .der, .pages, .salvage, .pkcs12, .pem,
        .openSSH,
        .trust, .message,
    ]

    /// Finds a target by its name.
    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Tells what the code did with an input and must not do.
public struct Finding: Error, CustomStringConvertible {
    public let description: String
}

/// Demands that something holds.
func require(_ holds: Bool, _ broken: @autoclosure () -> String) throws(Finding) {
    if !holds { throw Finding(description: broken()) }
}
