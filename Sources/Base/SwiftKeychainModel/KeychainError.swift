// SPDX-License-Identifier: Apache-2.0
/// The reason why a call failed: a stable code, and a detail for diagnosis.
///
/// Two errors are equal when their codes are. The detail names the key or file at fault and the
/// rule; it never holds a secret or the value of an attribute.
public struct KeychainError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The `OSStatus` of the error: a number of Data/errors.tsv.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        init(_ status: Int32) { rawValue = status }
    }

    public let code: Code
    public let detail: String
    /// Where the error was made, for the debug log alone: the file, as `#fileID`, and the line.
    package let place: (file: StaticString, line: UInt)

    public init(
        _ code: Code, _ detail: String, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.code = code
        self.detail = detail
        place = (fileID, line)
    }

    public static func == (left: KeychainError, right: KeychainError) -> Bool {
        left.code == right.code
    }

    public var description: String {
        "\(Status.name(of: code.rawValue) ?? "status") (\(code.rawValue)): \(detail)"
    }
}

extension KeychainError.Code {
    /// Matches errors with this code: `catch KeychainError.Code.itemNotFound`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? KeychainError)?.code == code
    }
}

// The codes that this package returns. Their sentences are in Data/errors.tsv.
extension KeychainError.Code {
    /// An argument, key or value is not acceptable.
    public static let parameter = Self(-50)
    /// No item matches.
    public static let itemNotFound = Self(-25300)
    /// An item with the same primary key is stored already.
    public static let duplicateItem = Self(-25299)
    /// The class does not have this attribute.
    public static let noSuchAttribute = Self(-25303)
    /// The class is unknown, or differs from that of the reference.
    public static let noSuchClass = Self(-25306)
    /// The class key is locked, or the user would have to be asked.
    public static let interactionNotAllowed = Self(-25308)
    /// The store or its keys can't be used.
    public static let notAvailable = Self(-25291)
    /// The caller isn't entitled to the access group.
    public static let missingEntitlement = Self(-34018)
    /// An unsigned program named an access group that isn't its own.
    public static let noAccessForItem = Self(-25243)
    /// A passcode or another authentication is wrong or missing.
    public static let authenticationFailed = Self(-25293)
    /// The user canceled a prompt, or didn't answer it.
    public static let userCanceled = Self(-128)
    /// A stored box doesn't open although its key is right: it is damaged.
    public static let decode = Self(-26275)
    /// Reading or writing the file failed.
    public static let inputOutput = Self(-36)
    /// No room is left on the volume.
    public static let diskFull = Self(-34)
    /// The store can't be written.
    public static let readOnly = Self(-25292)
    /// The feature isn't implemented.
    public static let unimplemented = Self(-4)
    /// No memory is left.
    public static let allocation = Self(-108)
    /// A library that this package uses failed unexpectedly.
    public static let internalComponent = Self(-2070)
    /// A fault inside this package, or a device that breaks its specification.
    package static let internalError = Self(-26276)
    /// The signature isn't one of this data by this key.
    public static let verifyFailed = Self(-67808)
    /// The attributes of a key forbid the operation.
    public static let keyUsageIncorrect = Self(-67731)
    /// The attributes of a key forbid exporting it in clear.
    public static let keyIsSensitive = Self(-25258)
    /// There is no keychain file at the path.
    public static let noSuchKeychain = Self(-25294)
    /// The file isn't a keychain; it is left unchanged.
    public static let invalidKeychain = Self(-25295)
    /// A file already exists at the path of a new keychain.
    public static let duplicateKeychain = Self(-25296)
}
