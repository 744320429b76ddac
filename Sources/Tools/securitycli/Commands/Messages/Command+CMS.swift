// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

extension CommandOption {
    fileprivate static let encryptBulk = absent("C", "encrypt", "use -E")
    fileprivate static let decode = flag("D", "decode", "Decode a message")
    fileprivate static let envelope = flag("E", "envelope", "Encrypt a message for recipients")
    fileprivate static let sign = flag("S", "sign", "Sign a message")
    fileprivate static let input = word(
        "i", "input", "file", "Read from a file in place of standard input")
    fileprivate static let messagePassword = CommandOption(
        "p", "password", .secret("password", isAskedFor: false),
        "The password of the keychain; `-` reads standard input")
    fileprivate static let bytewise = flag("s", "single", "Accepted; no effect")
    fileprivate static let bulkFile = absent("e", "envelope-file", "use -E", value: "file")
    static let certificateUsage = word(
        "u", "usage", "number",
        "With -D, require trusted signers: 0 TLS client, 1 TLS server, 3 authority, 4 mail signer, "
            + "5 mail recipient, 6 code signer, 10 OCSP responder")
    static let detachedContent = word(
        "c", "content", "file", "With -D: the content that a detached message signs")
    static let headers = word(
        "h", "headers", "level", "With -D: print lines about the message first")
    static let withoutContent = flag("n", "no-content", "With -D: print no content")
    static let signerName = word(
        "N", "signer", "name", "With -S: the name or mail address of the signer")
    static let signerKey = word(
        "Z", "signer-key", "hash",
        "With -S: the key identifier or SHA-1 of the signer's certificate, in hexadecimal")
    static let hashFunction = word(
        "H", "hash", "hash", "With -S: SHA1, SHA256 (the default), SHA384 or SHA512")
    static let signingTime = flag("G", "signing-time", "With -S: include the time")
    static let capabilities = flag("P", "capabilities", "With -S: include the ciphers of S/MIME")
    static let keyPreference = word(
        "Y", "key-preference", "name",
        "With -S: include the certificate to encrypt for; NONE for none")
    static let isDetached = flag("T", "detached", "With -S: leave the content out")
    static let recipients = word(
        "r", "recipients", "name,...", "With -E: the names or mail addresses of the recipients")
}

extension Command {
    static let cms = Command(
        name: "cms",
        summary: "Encode or decode CMS messages.",
        options: [
            .decode, .sign, .envelope, .encryptBulk, .detachedContent, .headers, .withoutContent,
            .signerName, .signerKey, .hashFunction, .signingTime, .capabilities, .keyPreference,
            .isDetached, .recipients, .input, .outputFile, .keychain, .messagePassword,
            .certificateUsage,
            .bulkFile, .bytewise, .verbose,
        ],
        notes: [
            "Messages are in DER or BER. -D writes the content only if every signature is valid; whether",
            "the signers are trusted is checked with -u.",
        ]
    ) { arguments, session in
        let modes: [CommandOption] = [.decode, .sign, .envelope]
        guard modes.filter(arguments.has).count == 1 else {
            throw CommandFailure.usage("exactly one of -D, -S and -E is required")
        }
        let chosen = try arguments.word(.keychain).map(KeychainArgument.keychain)
        let keychains = chosen.map { [$0] } ?? Keychain.searched
        if let password = arguments.secret(.messagePassword) {
            let given = try session.password(password, asking: "")
            try calling("SecKeychainUnlock") {
                try (chosen ?? .default).unlock(passcode: given)
            }
        }
        let input = try SecretInput.file(arguments.word(.input), or: session)
        let file = arguments.outputFile
        if arguments.has(.decode) {
            let reading = MessageReading(
                arguments: arguments, session: session, keychains: keychains)
            let (content, status) = try reading.run(input)
            if let content {
                try session.writing(to: file) { output in content.withBytes { output.write($0) } }
            }
            return status
        }
        let writing = MessageWriting(
            arguments: arguments, session: session, keychains: keychains)
        let content = input.withBytes { [UInt8]($0) }
        let message =
            arguments.has(.sign)
            ? try writing.signed(content) : try writing.enveloped(content)
        try session.writing(to: file) { output in message.withUnsafeBytes { output.write($0) } }
        return 0
    }
}
