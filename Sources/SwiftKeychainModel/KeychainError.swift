/// Tells why a call failed: a stable code, and a detail for a person who looks closer.
///
/// Two errors are equal when their codes are. The detail names the key or file at fault and the
/// rule; it never holds a secret or the value of an attribute.
public struct KeychainError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Holds the `OSStatus` of the error; every number of Data/errors.tsv can be one.
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

// The codes this package answers with; the comment is the rule, the sentence lies in the table.
extension KeychainError.Code {
    /// An argument, key or value is not acceptable.
    public static let parameter = Self(-50)
    /// Nothing matches: absent.
    public static let itemNotFound = Self(-25300)
    /// An item with the same primary key is stored already.
    public static let duplicateItem = Self(-25299)
    /// The class does not have this attribute.
    public static let noSuchAttribute = Self(-25303)
    /// The class is unknown, or another one than the reference names.
    public static let noSuchClass = Self(-25306)
    /// The class key is locked, or a person would have to be asked: locked.
    public static let interactionNotAllowed = Self(-25308)
    /// The store or its keys cannot be used at all.
    public static let notAvailable = Self(-25291)
    /// The caller has no right to the access group: denied.
    public static let missingEntitlement = Self(-34018)
    /// An unsigned program named an access group that is not its own: denied.
    public static let noAccessForItem = Self(-25243)
    /// A passcode or an authentication did not check out, or there is none: denied.
    public static let authenticationFailed = Self(-25293)
    /// A person who was asked did not want to, or did not answer.
    public static let userCanceled = Self(-128)
    /// A stored box does not open although its key is right: damaged.
    public static let decode = Self(-26275)
    /// Reading or writing the file failed.
    public static let inputOutput = Self(-36)
    /// No room is left on the volume.
    public static let diskFull = Self(-34)
    /// The store may not be written.
    public static let readOnly = Self(-25292)
    /// The feature does not exist yet.
    public static let unimplemented = Self(-4)
    /// No memory is left.
    public static let allocation = Self(-108)
    /// A lower component broke a promise.
    public static let internalComponent = Self(-2070)
    /// A signature is not of this key and this data.
    public static let verifyFailed = Self(-67808)
    /// The attributes of a key forbid the operation.
    public static let keyUsageIncorrect = Self(-67731)
    /// The attributes of a key say that it does not leave in clear.
    public static let keyIsSensitive = Self(-25258)
    /// No keychain file lies at the path.
    public static let noSuchKeychain = Self(-25294)
    /// The file is no keychain; nothing in it is touched.
    public static let invalidKeychain = Self(-25295)
    /// A file of the name of a new keychain is there already.
    public static let duplicateKeychain = Self(-25296)
}
