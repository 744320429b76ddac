// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A file that was read: its items and its format.
public struct ImportedFile: Sendable {
    /// In the order of the file; of PKCS#12, identities, then certificates, then keys.
    public let items: [ImportedItem]
    public let format: FileFormat
    /// Always `aggregate` for PKCS#7 and PKCS#12, however many items they hold.
    public let kind: FileKind

    /// What the caller knows about a file before it is read.
    public struct Hint: Sendable {
        public var format: FileFormat
        public var kind: FileKind
        /// The file's name, or its extension alone.
        public var name: String?
        /// True to skip the keys of PEM and PKCS#12, which may be encrypted or of an unsupported type.
        package var skipsKeys = false

        public init(
            format: FileFormat = .unknown, kind: FileKind = .unknown, name: String? = nil
        ) {
            (self.format, self.kind, self.name) = (format, kind, name)
        }

        /// True if a format was named in any way.
        var isGiven: Bool {
            format != .unknown || name.map(FileFormat.isNamed) == true
        }
    }

    /// Reads a file of at most 16 MiB.
    ///
    /// The format is recognized by the bytes. The hint matters only for the bare bytes of a key, which
    /// can't be recognized, and for the error of unrecognized bytes.
    ///
    /// - Parameter nanoseconds: the processor time that all key derivations of the file and the checks of its
    ///   private keys may take, by the cost measured for each kind.
    /// - Throws: `invalidArgument` for a file that is too large; `unknownFormat`, or `malformed` if the hint
    ///   names a format, for unrecognized bytes; `malformed` for a broken file; `unsupportedFormat`, also for
    ///   keys of unsupported types and sizes; `passphraseRequired`; `wrongPassphrase`.
    public static func read(
        _ bytes: UnsafeRawBufferPointer, _ hint: Hint = Hint(), passphrase: Passphrase? = nil,
        nanoseconds: Int = WorkBudget.usual
    ) throws(PKIError) -> ImportedFile {
        guard bytes.count <= PKILimits.fileBytes else {
            throw PKIError(.invalidArgument, "file: larger than \(PKILimits.fileBytes) bytes")
        }
        if hint.format == .rawKey || (hint.format == .unknown && hint.kind == .sessionKey) {
            guard !bytes.isEmpty else { throw .malformed("key", "no bytes") }
            return ImportedFile([ImportedItem(.symmetricKey(SecretBytes(copying: bytes)))], .rawKey)
        }
        var budget = WorkBudget(nanoseconds: nanoseconds)
        var bytes = bytes
        // `echo` and text editors leave line ends behind DER.
        var reader = LentDERReader(bytes)
        if let whole = try? reader.whole(),
            bytes.dropFirst(whole.count).allSatisfy({ $0 == 0x0A || $0 == 0x0D })
        {
            bytes = whole
        }
        // Before PEM, because the names in a certificate may look like it.
        if let shape = DERShape(bytes) {
            return try der(shape, bytes, passphrase, &budget, skipsKeys: hint.skipsKeys)
        }
        if PEMBlock.isIn(bytes) { return try pem(bytes, hint, passphrase, &budget) }
        if SSHPublicKey.isIn(bytes) {
            let keys = try SSHPublicKey.lines(bytes)
            return ImportedFile(
                keys.map { ImportedItem(.key($0.0), label: $0.comment) }, .openSSH)
        }
        if bytes.first == DERTag.sequence.rawValue, (try? LentDERReader(sequence: bytes)) == nil {
            throw .malformed("file", "cut short, or bytes follow its end")
        }
        if hint.isGiven { throw .malformed("file", "not in the named format") }
        throw PKIError(.unknownFormat, "file: the format isn't recognized")
    }

    /// Reads a file that must be PKCS#12 in DER or BER.
    ///
    /// - Throws: `malformed` for anything else, and as `read(_:_:passphrase:)`.
    public static func readPKCS12(
        _ bytes: UnsafeRawBufferPointer, passphrase: Passphrase?,
        nanoseconds: Int = WorkBudget.usual
    ) throws(PKIError) -> [ImportedItem] {
        guard bytes.count <= PKILimits.fileBytes else {
            throw PKIError(.invalidArgument, "PKCS#12: larger than \(PKILimits.fileBytes) bytes")
        }
        guard DERShape(bytes) == .pkcs12 else { throw .malformed("PKCS#12", "not a PKCS#12 file") }
        var budget = WorkBudget(nanoseconds: nanoseconds)
        return try PKCS12Reader.read(bytes, passphrase, &budget)
    }

    init(_ items: [ImportedItem], _ format: FileFormat) {
        self.items = items
        self.format = format
        kind = format == .pkcs12 || format == .pkcs7 ? .aggregate : FileKind(items)
    }

    /// Reads a file of DER whose outermost structure was recognised.
    private static func der(
        _ shape: DERShape, _ bytes: UnsafeRawBufferPointer, _ passphrase: Passphrase?,
        _ budget: inout WorkBudget, skipsKeys: Bool = false
    ) throws(PKIError) -> ImportedFile {
        func one(_ key: CryptoKey) -> ImportedFile {
            ImportedFile([ImportedItem(.key(key))], .openSSL)
        }
        switch shape {
        case .certificate:
            let certificate = try Certificate(der: [UInt8](bytes))
            return ImportedFile([ImportedItem(.certificate(certificate))], .certificate)
        case .publicKeyInfo: return one(try SubjectPublicKeyInfo.read(bytes))
        case .privateKeyInfo: return one(try PrivateKeyInfo.read(bytes))
        case .rsaPublicKey: return one(try CryptoKey.readPublicKey(.rsa, [UInt8](bytes)))
        case .rsaPrivateKey:
            return one(try CryptoKey.readPrivateKey(.rsa, SecretBytes(copying: bytes)))
        case .ecPrivateKey: return one(try ECPrivateKey.read(bytes))
        case .encryptedPrivateKeyInfo:
            let key = try EncryptedPrivateKeyInfo.read(bytes, passphrase, &budget)
            return ImportedFile([ImportedItem(.key(key))], .wrappedPKCS8)
        case .pkcs7:
            let certificates = try CertificateBundle.read(bytes)
            return ImportedFile(certificates.map { ImportedItem(.certificate($0)) }, .pkcs7)
        case .pkcs12:
            let items = try PKCS12Reader.read(bytes, passphrase, &budget, skipsKeys: skipsKeys)
            return ImportedFile(items, .pkcs12)
        }
    }

    /// Reads the blocks of a PEM file. Blocks of unknown types are skipped; a file with nothing else has an unknown
    /// format.
    private static func pem(
        _ text: UnsafeRawBufferPointer, _ hint: Hint, _ passphrase: Passphrase?,
        _ budget: inout WorkBudget
    ) throws(PKIError) -> ImportedFile {
        var files: [ImportedFile] = []
        for block in try PEMBlock.all(in: text, where: isRead) {
            let isSkipped = hint.skipsKeys && block.label.hasSuffix(" KEY")
            files.append(
                isSkipped ? ImportedFile([], .unknown) : try read(block, passphrase, &budget))
        }
        guard let first = files.first else {
            throw PKIError(.unknownFormat, "PEM: neither a certificate nor a key")
        }
        if files.count == 1 { return first }
        return ImportedFile(files.flatMap(\.items), .pemSequence)
    }

    /// The content of blocks by their labels. Bytes of another shape are malformed, or show a wrong passphrase.
    private static let shapes: [String: DERShape] = [
        "CERTIFICATE": .certificate, "X509 CERTIFICATE": .certificate, trusted: .certificate,
        "PUBLIC KEY": .publicKeyInfo, "RSA PUBLIC KEY": .rsaPublicKey,
        "PRIVATE KEY": .privateKeyInfo, "ENCRYPTED PRIVATE KEY": .encryptedPrivateKeyInfo,
        "RSA PRIVATE KEY": .rsaPrivateKey, "EC PRIVATE KEY": .ecPrivateKey,
        "PKCS7": .pkcs7, "CMS": .pkcs7, "PKCS12": .pkcs12,
    ]
    /// A certificate of OpenSSL, with trust settings behind it that aren't read.
    private static let trusted = "TRUSTED CERTIFICATE"

    /// Returns whether a block with this label is read. Private keys of any type are: skipping one in silence would look
    /// as if the file had none.
    private static func isRead(_ label: String) -> Bool {
        shapes[label] != nil || label.hasSuffix("PRIVATE KEY")
    }

    /// Reads a block.
    private static func read(
        _ block: PEMBlock, _ passphrase: Passphrase?, _ budget: inout WorkBudget
    ) throws(PKIError) -> ImportedFile {
        if block.label.hasSuffix("PRIVATE KEY") { try budget.spendKey() }
        if block.label == "OPENSSH PRIVATE KEY" {
            // OpenSSH encrypts inside its own format, so the headers of PEM don't apply.
            let (key, comment) = try block.bytes.withBytes(SSHPrivateKey.read)
            return ImportedFile([ImportedItem(.key(key), label: comment)], .openSSH)
        }
        // DSA, for example.
        guard let shape = shapes[block.label] else {
            throw PKIError(.unsupportedFormat, "PEM: the type of the private key isn't supported")
        }
        let isEncrypted = PEMEncryption.isUsed(in: block)
        let plain = isEncrypted ? try PEMEncryption.open(block, passphrase) : block.bytes
        return try plain.withBytes { bytes throws(PKIError) in
            var bytes = bytes
            if block.label == trusted {
                var reader = LentDERReader(bytes)
                bytes = try reader.whole()
            }
            // A wrong passphrase leaves bytes that are no sequence.
            guard !isEncrypted || DERShape(bytes) == shape else {
                throw PKIError(
                    .wrongPassphrase, "passphrase: it doesn't decrypt the file")
            }
            let file = try der(shape, bytes, passphrase, &budget)
            return isEncrypted ? ImportedFile(file.items, .wrappedOpenSSL) : file
        }
    }
}
