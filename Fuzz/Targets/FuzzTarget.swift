// SPDX-License-Identifier: Apache-2.0
/// A requirement on what the code does with arbitrary bytes.
///
/// libFuzzer runs the targets with inputs of its own (`make fuzz`); the tests run them with the
/// inputs in Fuzz/Corpus and Fuzz/Crashes. A trap counts as a finding, like a thrown ``Finding``.
public struct FuzzTarget: Sendable {
    /// The name of the target, of its folder in Fuzz/Corpus, and the prefix of its files in
    /// Fuzz/Crashes.
    public let name: String

    /// The function that runs the code on one input, and returns whether any of it was accepted.
    ///
    /// The same input must always do the same, so that a finding can be repeated.
    ///
    /// - Throws: the requirement that the code broke.
    public let run: @Sendable ([UInt8]) throws(Finding) -> Bool

    /// All targets.
    public static let all: [FuzzTarget] = [
        .cbor, .row, .keybag, .archive, .dictionary, .der, .pages, .salvage, .pkcs12, .pem,
        .openSSH,
        .trust, .message, .frame, .cms, .crl, .csv, .keepass, .keyring, .kwallet,
        .macKeychain, .circle,
    ]

    /// Finds a target by its name.
    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// A requirement that the code broke.
public struct Finding: Error, CustomStringConvertible {
    public let description: String
}

/// Throws a finding with the text `broken` unless `holds`.
func require(_ holds: Bool, _ broken: @autoclosure () -> String) throws(Finding) {
    if !holds { throw Finding(description: broken()) }
}
