// SPDX-License-Identifier: Apache-2.0
// Table: the types and constants of cryptographic messages.
import Foundation

/// The state of one signature of a message.
public enum CMSSignerStatus: UInt32, Sendable {
    /// The message isn't signed.
    case unsigned = 0
    /// The signature is valid; so is the certificate, if it was evaluated.
    case valid = 1
    /// The content is detached and wasn't given.
    case needsDetachedContent = 2
    case invalidSignature = 3
    /// The signature is valid, and the certificate is missing or not trusted.
    case invalidCert = 4
    /// The message has fewer signers.
    case invalidIndex = 5
}

/// The signed attributes that a signer adds to the content.
public struct CMSSignedAttributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No attributes.
    public static let attrNone: Self = []
    /// The ciphers that the signer's mail program reads.
    public static let attrSmimeCapabilities = Self(rawValue: 0x1)
    /// The certificate to encrypt for, that of the signer.
    public static let attrSmimeEncryptionKeyPrefs = Self(rawValue: 0x2)
    /// The same, in the form that older Microsoft software expects.
    public static let attrSmimeMSEncryptionKeyPrefs = Self(rawValue: 0x4)
    /// The time of signing.
    public static let attrSigningTime = Self(rawValue: 0x8)
    /// Hashes of Apple's code signatures; not supported.
    public static let attrAppleCodesigningHashAgility = Self(rawValue: 0x10)
    /// Hashes of Apple's code signatures; not supported.
    public static let attrAppleCodesigningHashAgilityV2 = Self(rawValue: 0x20)
    /// Apple's time of expiration; not supported.
    public static let attrAppleExpirationTime = Self(rawValue: 0x40)
}

/// The certificates of its signers that a message contains.
public enum CMSCertificateChainMode: UInt32, Sendable {
    case none = 0
    case signerOnly = 1
    /// The chain without its root.
    case chain = 2
    /// The chain with its root, if one is found.
    case chainWithRoot = 3
    /// The chain with its root, or an error.
    case chainWithRootOrFail = 4
}

/// SHA-1, for ``CMSEncoderSetSignerAlgorithm(_:_:)``.
nonisolated(unsafe) public let kCMSEncoderDigestAlgorithmSHA1: CFString = NSString("sha1")
/// SHA-256, for ``CMSEncoderSetSignerAlgorithm(_:_:)``; the default.
nonisolated(unsafe) public let kCMSEncoderDigestAlgorithmSHA256: CFString = NSString("sha256")
