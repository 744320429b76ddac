// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let algorithm = word(
        "a", "algorithm", "algorithm", "rsa (the default) or ec")
    fileprivate static let size = word(
        "s", "size", "bits", "rsa: 512-8192, default 2048; ec: 192, 256, 384 or 521, default 256")
    fileprivate static let from = word(
        "f", "from", "date", "Start of validity, YYYY-MM-DD-hh:mm:ss, UTC")
    fileprivate static let to = word("t", "to", "date", "End of validity, in the same form")
    fileprivate static let days = word(
        "d", "days", "days", "End of validity, in days after its start or now")
    fileprivate static let showHash = flag(
        "H", "show-hash", "Show the hash of the public key as PEM")
}

extension Command {
    static let createKeypair = Command(
        name: "create-keypair",
        summary: "Create an asymmetric key pair.",
        options: [
            .algorithm, .size, .from, .to, .days, .keychain, .showHash, .anyApplication, .trusted,
        ],
        operands: "[description]",
        notes: ["Both keys are stored; the description becomes their label."]
    ) { arguments, session in
        let type = try keyType(arguments.text(.algorithm) ?? "rsa")
        let bits = try arguments.number(.size, 1...100_000) ?? (type == .rsa ? 2048 : 256)
        let attributes = try keyPairAttributes(arguments)
        let keychain = try arguments.chosenKeychain()
        if arguments.word(.trusted) != nil { session.noteTrustedIsIgnored() }
        let key = try calling("SecKeyCreatePair", exitStatus: 1) {
            try keychain.addKeyPair(type, bits: bits, attributes)
        }
        if arguments.has(.showHash) {
            session.output.write(PEMBlock.text("PUBLIC KEY HASH", key.publicKeyHash))
        }
        return 0
    }

    /// Returns the algorithm that has `name`, or that begins with it.
    ///
    /// - Throws: `usage` for an unknown name; a message for an algorithm of macOS that isn't available here.
    private static func keyType(_ name: String) throws(CommandFailure) -> CryptoKey.KeyType {
        let algorithms: [(name: String, type: CryptoKey.KeyType?)] = [
            ("rsa", .rsa), ("ec", .ellipticCurve), ("dh", nil), ("dsa", nil), ("fee", nil),
        ]
        let found = algorithms.first { !name.isEmpty && $0.name.hasPrefix(name) }
        guard let found else { throw .usage("-a: unknown algorithm") }
        guard let type = found.type else { throw .message("-a: \(found.name) is not available") }
        return type
    }

    /// Returns the label and the dates of validity.
    private static func keyPairAttributes(
        _ arguments: Arguments
    ) throws(CommandFailure) -> [Attribute: AttributeValue] {
        let start = try arguments.date(.from)
        var end = try arguments.date(.to)
        if let days = try arguments.number(.days, 1...100_000) {
            guard end == nil else { throw .usage("-t and -d can't be combined") }
            end = (start ?? SystemClock.absoluteTime().rounded(.down)) + Double(days) * 86_400
        }
        if let start, let end, end < start { throw .usage("the end is before the start") }
        var attributes: [Attribute: AttributeValue] = [:]
        attributes[.label] = arguments.operands.first.map(AttributeValue.init(bytes:))
        attributes[.startDate] = start.map { .date($0) }
        attributes[.endDate] = end.map { .date($0) }
        return attributes
    }

    static let findKey = Command(
        name: "find-key",
        summary: "Find keys.",
        options: CommandOption.keyMatch + [.asJSON],
        operands: "[keychain...]",
        notes: ["Shows every match. -D and -j are rejected: keys have no kind and no comment."]
    ) { arguments, session in
        let conditions = Query.Conditions.anywhere(try arguments.keyAttributes(), limit: .all)
        var search = try KeychainSearch(
            arguments.operands, session, function: "SecItemCopyMatching")
        search.exitStatus = 1
        let found = try search.all {
            try $0.find(Query(.key, conditions), returning: [.attributes])
        }
        if arguments.has(.asJSON) {
            var list = JSONList(session.output)
            for key in found { list.add(key.item, of: key.keychain.path) }
            list.end()
        } else {
            for key in found { ItemListing().write(key, to: session.output) }
        }
        return 0
    }
}
