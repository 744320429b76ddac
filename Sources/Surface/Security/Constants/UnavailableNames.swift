// A generated table: Scripts/generate-porting.py writes it from Data/apple-api.tsv.
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

// Names that programs for macOS use and Linux can't have; the compiler says what to use.
import Foundation

@available(*, unavailable, message: "Use SecCertificateCopyPreferred.")
public func SecCertificateCopyPreference(_ name: CFString, _ keyUsage: UInt32, _ certificate: UnsafeMutablePointer<SecCertificate?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Use SecCertificateSetPreferred.")
public func SecCertificateSetPreference(_ certificate: SecCertificate, _ name: CFString, _ keyUsage: UInt32, _ date: CFDate?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no system identity. Use SecIdentityCopyPreferred and SecIdentitySetPreferred with a name of the program's own.")
public func SecIdentityCopySystemIdentity(_ domain: CFString, _ idRef: UnsafeMutablePointer<SecIdentity?>, _ actualDomain: UnsafeMutablePointer<CFString?>?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no system identity. Use SecIdentityCopyPreferred and SecIdentitySetPreferred with a name of the program's own.")
public func SecIdentitySetSystemIdentity(_ domain: CFString, _ idRef: SecIdentity?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no system identity. Use SecIdentityCopyPreferred and SecIdentitySetPreferred with a name of the program's own.")
public var kSecIdentityDomainDefault: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no system identity. Use SecIdentityCopyPreferred and SecIdentitySetPreferred with a name of the program's own.")
public var kSecIdentityDomainKerberosKDC: CFString { fatalError() }

@available(*, unavailable, message: "Derive the bytes with PBKDF2 of swift-crypto (_CryptoExtras), and make the key with SecKeyCreateWithData.")
public func SecKeyDeriveFromPassword(_ password: CFString, _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> SecKey? { fatalError() }

@available(*, unavailable, message: "A keychain has no access object. The access groups of a program's entitlements say which items it sees.")
public func SecKeychainCopyAccess(_ keychain: SecKeychain?, _ access: UnsafeMutablePointer<SecAccess?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "A keychain has no access object. The access groups of a program's entitlements say which items it sees.")
public func SecKeychainSetAccess(_ keychain: SecKeychain?, _ access: SecAccess) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Use SecPolicyCreateWithProperties.")
public func SecPolicyCreateWithOID(_ policyOID: CFTypeRef) -> SecPolicy? { fatalError() }

@available(*, unavailable, message: "Use SecPolicyCreateWithProperties.")
public func SecPolicySetProperties(_ policyRef: SecPolicy, _ properties: CFDictionary) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Shared web credentials need an Apple account. Store the password with SecItemAdd and kSecClassInternetPassword.")
public func SecAddSharedWebCredential(_ fqdn: CFString, _ account: CFString, _ password: CFString?, _ completionHandler: @escaping (CFError?) -> Void) { fatalError() }

@available(*, unavailable, message: "Shared web credentials need an Apple account. Store the password with SecItemAdd and kSecClassInternetPassword.")
public func SecRequestSharedWebCredential(_ fqdn: CFString?, _ account: CFString?, _ completionHandler: @escaping (CFArray?, CFError?) -> Void) { fatalError() }

@available(*, unavailable, message: "Shared web credentials need an Apple account. Store the password with SecItemAdd and kSecClassInternetPassword.")
public var kSecSharedPassword: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no audit tokens. SecTaskCreateFromSelf reads the program's own entitlements; SO_PEERCRED names the peer of a socket.")
public func SecTaskCreateWithAuditToken(_ allocator: CFAllocator?, _ token: audit_token_t) -> SecTask? { fatalError() }

@available(*, unavailable, message: "Linux has no audit tokens. SecTaskCreateFromSelf reads the program's own entitlements; SO_PEERCRED names the peer of a socket.")
public struct audit_token_t { public init() {} }

@available(*, unavailable, message: "Swift doesn't have CSSM_OID. Use CMSEncoderSetEncapsulatedContentTypeOID with the numbers as a string.")
public func CMSEncoderSetEncapsulatedContentType(_ cmsEncoder: CMSEncoder, _ eContentType: UnsafeRawPointer) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Swift doesn't have CSSM_OID. Use CMSEncodeContent with the numbers as a string.")
public func CMSEncode(_ signers: CFTypeRef?, _ recipients: CFTypeRef?, _ eContentType: UnsafeRawPointer?, _ detachedContent: Bool, _ signedAttributes: CMSSignedAttributes, _ content: UnsafeRawPointer, _ contentLen: Int, _ encodedContent: UnsafeMutablePointer<CFData?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public typealias AuthorizationRef = OpaquePointer

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public typealias AuthorizationString = UnsafePointer<CChar>

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public struct AuthorizationItem { public init(name: AuthorizationString, valueLength: Int, value: UnsafeMutableRawPointer?, flags: UInt32) {} }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public struct AuthorizationItemSet { public init(count: UInt32, items: UnsafeMutablePointer<AuthorizationItem>?) {} }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public typealias AuthorizationRights = AuthorizationItemSet

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public typealias AuthorizationEnvironment = AuthorizationItemSet

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public struct AuthorizationExternalForm { public init() {} }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public struct AuthorizationFlags: OptionSet, Sendable { public let rawValue: UInt32; public init(rawValue: UInt32) { self.rawValue = rawValue } }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public typealias AuthorizationAsyncCallback = (OSStatus, UnsafeMutablePointer<AuthorizationRights>?) -> Void

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public func AuthorizationCreate(_ rights: UnsafePointer<AuthorizationRights>?, _ environment: UnsafePointer<AuthorizationEnvironment>?, _ flags: AuthorizationFlags, _ authorization: UnsafeMutablePointer<AuthorizationRef?>?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public func AuthorizationFree(_ authorization: AuthorizationRef, _ flags: AuthorizationFlags) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public func AuthorizationCopyRights(_ authorization: AuthorizationRef, _ rights: UnsafePointer<AuthorizationRights>, _ environment: UnsafePointer<AuthorizationEnvironment>?, _ flags: AuthorizationFlags, _ authorizedRights: UnsafeMutablePointer<UnsafeMutablePointer<AuthorizationRights>?>?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public func AuthorizationCopyRightsAsync(_ authorization: AuthorizationRef, _ rights: UnsafePointer<AuthorizationRights>, _ environment: UnsafePointer<AuthorizationEnvironment>?, _ flags: AuthorizationFlags, _ callback: @escaping AuthorizationAsyncCallback) { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public func AuthorizationCopyInfo(_ authorization: AuthorizationRef, _ tag: AuthorizationString?, _ info: UnsafeMutablePointer<UnsafeMutablePointer<AuthorizationItemSet>?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public func AuthorizationMakeExternalForm(_ authorization: AuthorizationRef, _ extForm: UnsafeMutablePointer<AuthorizationExternalForm>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public func AuthorizationCreateFromExternalForm(_ extForm: UnsafePointer<AuthorizationExternalForm>, _ authorization: UnsafeMutablePointer<AuthorizationRef?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public func AuthorizationFreeItemSet(_ set: UnsafeMutablePointer<AuthorizationItemSet>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Run the tool with pkexec, or in a systemd service of root.")
public func AuthorizationExecuteWithPrivileges(_ authorization: AuthorizationRef, _ pathToTool: UnsafePointer<CChar>, _ options: AuthorizationFlags, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>>, _ communicationsPipe: UnsafeMutablePointer<UnsafeMutablePointer<FILE>?>?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationSuccess: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationInvalidSet: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationInvalidRef: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationInvalidTag: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationInvalidPointer: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationDenied: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationCanceled: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationInteractionNotAllowed: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationInternal: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationExternalizeNotAllowed: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationInternalizeNotAllowed: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationInvalidFlags: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationToolExecuteFailure: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationToolEnvironmentError: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var errAuthorizationBadAddress: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no authorization database. Describe the action in a polkit policy file.")
public func AuthorizationRightGet(_ rightName: UnsafePointer<CChar>, _ rightDefinition: UnsafeMutablePointer<CFDictionary?>?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no authorization database. Describe the action in a polkit policy file.")
public func AuthorizationRightSet(_ authRef: OpaquePointer, _ rightName: UnsafePointer<CChar>, _ rightDefinition: CFTypeRef, _ descriptionKey: CFString?, _ bundle: AnyObject?, _ localeTableName: CFString?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no authorization database. Describe the action in a polkit policy file.")
public func AuthorizationRightRemove(_ authRef: OpaquePointer, _ rightName: UnsafePointer<CChar>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no authorization database. Describe the action in a polkit policy file.")
public var kAuthorizationRightRule: String { fatalError() }

@available(*, unavailable, message: "Linux has no authorization database. Describe the action in a polkit policy file.")
public var kAuthorizationRuleIsAdmin: String { fatalError() }

@available(*, unavailable, message: "Linux has no authorization database. Describe the action in a polkit policy file.")
public var kAuthorizationRuleAuthenticateAsSessionUser: String { fatalError() }

@available(*, unavailable, message: "Linux has no authorization database. Describe the action in a polkit policy file.")
public var kAuthorizationRuleAuthenticateAsAdmin: String { fatalError() }

@available(*, unavailable, message: "Linux has no authorization database. Describe the action in a polkit policy file.")
public var kAuthorizationRuleClassAllow: String { fatalError() }

@available(*, unavailable, message: "Linux has no authorization database. Describe the action in a polkit policy file.")
public var kAuthorizationRuleClassDeny: String { fatalError() }

@available(*, unavailable, message: "Linux has no authorization database. Describe the action in a polkit policy file.")
public var kAuthorizationComment: String { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var kAuthorizationEnvironmentUsername: String { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var kAuthorizationEnvironmentPassword: String { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var kAuthorizationEnvironmentShared: String { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var kAuthorizationRightExecute: String { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var kAuthorizationEnvironmentPrompt: String { fatalError() }

@available(*, unavailable, message: "Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.")
public var kAuthorizationEnvironmentIcon: String { fatalError() }

@available(*, unavailable, message: "Linux has no security sessions. Ask systemd-logind (loginctl, sd_session_…).")
public typealias SecuritySessionId = UInt32

@available(*, unavailable, message: "Linux has no security sessions. Ask systemd-logind (loginctl, sd_session_…).")
public struct SessionAttributeBits: OptionSet, Sendable { public let rawValue: UInt32; public init(rawValue: UInt32) { self.rawValue = rawValue } }

@available(*, unavailable, message: "Linux has no security sessions. Ask systemd-logind (loginctl, sd_session_…).")
public struct SessionCreationFlags: OptionSet, Sendable { public let rawValue: UInt32; public init(rawValue: UInt32) { self.rawValue = rawValue } }

@available(*, unavailable, message: "Linux has no security sessions. Ask systemd-logind (loginctl, sd_session_…).")
public func SessionGetInfo(_ session: SecuritySessionId, _ sessionId: UnsafeMutablePointer<SecuritySessionId>?, _ attributes: UnsafeMutablePointer<SessionAttributeBits>?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no security sessions. Ask systemd-logind (loginctl, sd_session_…).")
public func SessionCreate(_ flags: SessionCreationFlags, _ attributes: SessionAttributeBits) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no security sessions. Ask systemd-logind (loginctl, sd_session_…).")
public var callerSecuritySession: SecuritySessionId { fatalError() }

@available(*, unavailable, message: "Linux has no security sessions. Ask systemd-logind (loginctl, sd_session_…).")
public var noSecuritySession: SecuritySessionId { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public final class SecCode {}

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public final class SecStaticCode {}

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public final class SecRequirement {}

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public struct SecCSFlags: OptionSet, Sendable { public let rawValue: UInt32; public init(rawValue: UInt32) { self.rawValue = rawValue } }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public struct SecCodeSignatureFlags: OptionSet, Sendable { public let rawValue: UInt32; public init(rawValue: UInt32) { self.rawValue = rawValue } }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public struct SecCodeStatus: OptionSet, Sendable { public let rawValue: UInt32; public init(rawValue: UInt32) { self.rawValue = rawValue } }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public typealias SecRequirementType = UInt32

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCFErrorPattern: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCFErrorResourceSeal: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCFErrorResourceAdded: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCFErrorResourceAltered: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCFErrorResourceMissing: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCFErrorInfoPlist: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCFErrorGuestAttributes: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCFErrorRequirementSyntax: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCFErrorPath: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSUnimplemented: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSInvalidObjectRef: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSInvalidFlags: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSObjectRequired: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSStaticCodeNotFound: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSUnsupportedGuestAttributes: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSInvalidAttributeValues: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSNoSuchCode: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSMultipleGuests: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSGuestInvalid: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSUnsigned: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSSignatureFailed: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSSignatureNotVerifiable: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSSignatureUnsupported: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSBadDictionaryFormat: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSResourcesNotSealed: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSResourcesNotFound: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSResourcesInvalid: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSBadResource: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSResourceRulesInvalid: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSReqInvalid: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSReqUnsupported: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSReqFailed: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSBadObjectFormat: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSInternalError: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSHostReject: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSNotAHost: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSSignatureInvalid: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSHostProtocolRelativePath: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSHostProtocolContradiction: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSHostProtocolDedicationError: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSHostProtocolNotProxy: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSHostProtocolStateError: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSHostProtocolUnrelated: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSNotSupported: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSCMSTooLarge: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSHostProtocolInvalidHash: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSStaticCodeChanged: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSDBDenied: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSDBAccess: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSSigDBDenied: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSSigDBAccess: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSHostProtocolInvalidAttribute: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSInfoPlistFailed: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSNoMainExecutable: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSBadBundleFormat: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSNoMatches: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSFileHardQuarantined: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSOutdated: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSDbCorrupt: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSResourceDirectoryFailed: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSUnsignedNestedCode: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSBadNestedCode: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSBadCallbackValue: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSHelperFailed: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSVetoed: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSBadLVArch: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSResourceNotSupported: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSRegularFile: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSUnsealedAppRoot: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSWeakResourceRules: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSDSStoreSymlink: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSAmbiguousBundleFormat: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSBadMainExecutable: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSBadFrameworkVersion: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSUnsealedFrameworkRoot: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSWeakResourceEnvelope: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSCancelled: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSInvalidPlatform: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSTooBig: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSInvalidSymlink: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSNotAppLike: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSBadDiskImageFormat: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSUnsupportedDigestAlgorithm: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSInvalidAssociatedFileData: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSInvalidTeamIdentifier: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSBadTeamIdentifier: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSSignatureUntrusted: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSMultipleExecSegments: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSInvalidEntitlements: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSInvalidRuntimeVersion: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var errSecCSRevokedNotarization: OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeGetTypeID() -> CFTypeID { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeCopySelf(_ flags: SecCSFlags, _ code: UnsafeMutablePointer<SecCode?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeCopyStaticCode(_ code: SecCode, _ flags: SecCSFlags, _ staticCode: UnsafeMutablePointer<SecStaticCode?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeCopyHost(_ guest: SecCode, _ flags: SecCSFlags, _ host: UnsafeMutablePointer<SecCode?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeCopyGuestWithAttributes(_ host: SecCode?, _ attributes: CFDictionary?, _ flags: SecCSFlags, _ guest: UnsafeMutablePointer<SecCode?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeCheckValidity(_ code: SecCode, _ flags: SecCSFlags, _ requirement: SecRequirement?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeCheckValidityWithErrors(_ code: SecCode, _ flags: SecCSFlags, _ requirement: SecRequirement?, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeValidateFileResource(_ code: SecStaticCode, _ relativePath: CFString, _ fileData: CFData, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Bool { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeCopyPath(_ staticCode: SecStaticCode, _ flags: SecCSFlags, _ path: UnsafeMutablePointer<CFURL?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeCopyDesignatedRequirement(_ code: SecStaticCode, _ flags: SecCSFlags, _ requirement: UnsafeMutablePointer<SecRequirement?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeCopySigningInformation(_ code: SecStaticCode, _ flags: SecCSFlags, _ information: UnsafeMutablePointer<CFDictionary?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeMapMemory(_ code: SecStaticCode, _ flags: SecCSFlags) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecCodeCreateWithXPCMessage(_ message: AnyObject, _ flags: SecCSFlags, _ target: UnsafeMutablePointer<SecCode?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecGuestAttributeCanonical: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecGuestAttributeHash: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecGuestAttributeMachPort: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecGuestAttributePid: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecGuestAttributeAudit: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecGuestAttributeDynamicCode: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecGuestAttributeDynamicCodeInfoPlist: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecGuestAttributeArchitecture: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecGuestAttributeSubarchitecture: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoCertificates: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoChangedFiles: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoCMS: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoDesignatedRequirement: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoEntitlements: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoEntitlementsDict: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoFlags: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoFormat: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoDigestAlgorithm: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoDigestAlgorithms: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoPlatformIdentifier: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoIdentifier: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoImplicitDesignatedRequirement: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoDefaultDesignatedLightweightCodeRequirement: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoMainExecutable: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoPList: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoRequirements: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoRequirementData: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoSource: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoStapledNotarizationTicket: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoStatus: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoTeamIdentifier: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoTime: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoTimestamp: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoTrust: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoUnique: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoCdHashes: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeInfoRuntimeVersion: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeAttributeArchitecture: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeAttributeSubarchitecture: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeAttributeUniversalFileOffset: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCodeAttributeBundleVersion: CFString { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSInternalInformation: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSSigningInformation: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSRequirementInformation: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSDynamicInformation: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSContentInformation: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSSkipResourceDirectory: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSCalculateCMSDigest: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSUseAllArchitectures: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecStaticCodeGetTypeID() -> CFTypeID { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecStaticCodeCreateWithPath(_ path: CFURL, _ flags: SecCSFlags, _ staticCode: UnsafeMutablePointer<SecStaticCode?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecStaticCodeCreateWithPathAndAttributes(_ path: CFURL, _ flags: SecCSFlags, _ attributes: CFDictionary, _ staticCode: UnsafeMutablePointer<SecStaticCode?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecStaticCodeCheckValidity(_ staticCode: SecStaticCode, _ flags: SecCSFlags, _ requirement: SecRequirement?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecStaticCodeCheckValidityWithErrors(_ staticCode: SecStaticCode, _ flags: SecCSFlags, _ requirement: SecRequirement?, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSCheckAllArchitectures: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSDoNotValidateExecutable: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSDoNotValidateResources: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSBasicValidateOnly: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSCheckNestedCode: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSStrictValidate: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSFullReport: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSCheckGatekeeperArchitectures: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSRestrictSymlinks: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSRestrictToAppLike: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSRestrictSidebandData: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSUseSoftwareSigningCert: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSValidatePEH: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSSingleThreaded: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSAllowNetworkAccess: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public var kSecCSFastExecutableValidation: UInt32 { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecRequirementGetTypeID() -> CFTypeID { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecRequirementCreateWithData(_ data: CFData, _ flags: SecCSFlags, _ requirement: UnsafeMutablePointer<SecRequirement?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecRequirementCreateWithString(_ text: CFString, _ flags: SecCSFlags, _ requirement: UnsafeMutablePointer<SecRequirement?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecRequirementCreateWithStringAndErrors(_ text: CFString, _ flags: SecCSFlags, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ requirement: UnsafeMutablePointer<SecRequirement?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecRequirementCopyData(_ requirement: SecRequirement, _ flags: SecCSFlags, _ data: UnsafeMutablePointer<CFData?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.")
public func SecRequirementCopyString(_ requirement: SecRequirement, _ flags: SecCSFlags, _ text: UnsafeMutablePointer<CFString?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public typealias SecTransform = CFTypeRef

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public typealias SecGroupTransform = CFTypeRef

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public typealias SecMessageBlock = (CFTypeRef?, CFError?, Bool) -> Void

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecTransformGetTypeID() -> CFTypeID { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecGroupTransformGetTypeID() -> CFTypeID { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecTransformCreateFromExternalRepresentation(_ dictionary: CFDictionary, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> SecTransform? { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecTransformCopyExternalRepresentation(_ transformRef: SecTransform) -> CFDictionary { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecTransformCreateGroupTransform() -> SecGroupTransform { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecTransformConnectTransforms(_ sourceTransformRef: SecTransform, _ sourceAttributeName: CFString, _ destinationTransformRef: SecTransform, _ destinationAttributeName: CFString, _ group: SecGroupTransform, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> SecGroupTransform? { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecTransformSetAttribute(_ transformRef: SecTransform, _ key: CFString, _ value: CFTypeRef, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Bool { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecTransformGetAttribute(_ transformRef: SecTransform, _ key: CFString) -> CFTypeRef? { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecTransformFindByName(_ transform: SecGroupTransform, _ name: CFString) -> SecTransform? { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecTransformExecute(_ transformRef: SecTransform, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFTypeRef { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecTransformExecuteAsync(_ transformRef: SecTransform, _ deliveryQueue: AnyObject, _ deliveryBlock: @escaping SecMessageBlock) { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecTransformErrorDomain: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecTransformPreviousErrorKey: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecTransformAbortOriginatorKey: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecTransformInputAttributeName: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecTransformOutputAttributeName: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecTransformDebugAttributeName: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecTransformTransformName: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecTransformAbortAttributeName: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecEncryptTransformCreate(_ keyRef: SecKey, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFTypeRef? { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecDecryptTransformCreate(_ keyRef: SecKey, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFTypeRef? { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecEncryptTransformGetTypeID() -> CFTypeID { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecDecryptTransformGetTypeID() -> CFTypeID { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecEncryptionMode: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecEncryptKey: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecIVKey: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecModeCBCKey: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecModeCFBKey: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecModeECBKey: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecModeNoneKey: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecModeOFBKey: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecOAEPEncodingParametersAttributeName: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecOAEPMGF1DigestAlgorithmAttributeName: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecOAEPMessageLengthAttributeName: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecPaddingKey: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecPaddingNoneKey: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecPaddingOAEPKey: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecPaddingPKCS1Key: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecPaddingPKCS5Key: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecPaddingPKCS7Key: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecEncodeTransformCreate(_ encodeType: CFTypeRef, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFTypeRef? { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecBase32Encoding: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecBase64Encoding: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecZLibEncoding: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecEncodeTypeAttribute: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecLineLength64: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecLineLength76: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecEncodeLineLengthAttribute: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecCompressionRatio: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecDecodeTransformCreate(_ decodeType: CFTypeRef, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFTypeRef? { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecDecodeTypeAttribute: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecDigestTransformCreate(_ digestType: CFTypeRef?, _ digestLength: CFIndex, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFTypeRef? { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecDigestTransformGetTypeID() -> CFTypeID { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecDigestMD2: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecDigestMD4: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecDigestMD5: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecDigestSHA1: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecDigestSHA2: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecDigestHMACMD5: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecDigestHMACSHA1: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecDigestHMACSHA2: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecDigestTypeAttribute: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecDigestLengthAttribute: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecDigestHMACKeyAttribute: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecSignTransformCreate(_ key: SecKey, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFTypeRef? { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecVerifyTransformCreate(_ key: SecKey, _ signature: CFData?, _ errors: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFTypeRef? { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecKeyAttributeName: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecSignatureAttributeName: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecInputIsAttributeName: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecInputIsPlainText: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecInputIsDigest: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public var kSecInputIsRaw: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.")
public func SecTransformCreateReadTransformWithReadStream(_ inputStream: AnyObject) -> CFTypeRef { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public final class SSLContext {}

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public typealias SSLConnectionRef = UnsafeRawPointer

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public typealias SSLReadFunc = (SSLConnectionRef, UnsafeMutableRawPointer, UnsafeMutablePointer<Int>) -> OSStatus

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public typealias SSLWriteFunc = (SSLConnectionRef, UnsafeRawPointer, UnsafeMutablePointer<Int>) -> OSStatus

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public enum SSLProtocol: Int32 { case sslProtocolUnknown = 0, kTLSProtocol1 = 4, kSSLProtocol2 = 1, kSSLProtocol3 = 2, kSSLProtocol3Only = 3, kTLSProtocol1Only = 5, kSSLProtocolAll = 6, kTLSProtocol11 = 7, kTLSProtocol12 = 8, kDTLSProtocol1 = 9, kTLSProtocol13 = 10, kDTLSProtocol12 = 11, kTLSProtocolMaxSupported = 999 }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public enum SSLSessionOption: Int32 { case breakOnServerAuth = 0, breakOnCertRequested, breakOnClientAuth, falseStart, sendOneByteRecord, allowServerIdentityChange = 5, fallback, breakOnClientHello, allowRenegotiation, enableSessionTickets }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public enum SSLSessionState: Int32 { case idle = 0, handshake, connected, closed, aborted }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public enum SSLClientCertificateState: Int32 { case none = 0, requested, sent, rejected }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public enum SSLProtocolSide: Int32 { case serverSide = 0, clientSide }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public enum SSLConnectionType: Int32 { case streamType = 0, datagramType }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public enum SSLAuthenticate: Int32 { case neverAuthenticate = 0, alwaysAuthenticate, tryAuthenticate }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public typealias SSLCipherSuite = UInt32

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public enum SSLCiphersuiteGroup: Int32 { case `default` = 0, compatibility, legacy, ATS, atsCompatibility }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLContextGetTypeID() -> CFTypeID { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLCreateContext(_ alloc: CFAllocator?, _ protocolSide: SSLProtocolSide, _ connectionType: SSLConnectionType) -> SSLContext? { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetSessionState(_ context: SSLContext, _ state: UnsafeMutablePointer<SSLSessionState>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetSessionOption(_ context: SSLContext, _ option: SSLSessionOption, _ value: Bool) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetSessionOption(_ context: SSLContext, _ option: SSLSessionOption, _ value: UnsafeMutablePointer<DarwinBoolean>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetIOFuncs(_ context: SSLContext, _ readFunc: @escaping SSLReadFunc, _ writeFunc: @escaping SSLWriteFunc) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetSessionConfig(_ context: SSLContext, _ config: CFString) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetProtocolVersionMin(_ context: SSLContext, _ minVersion: SSLProtocol) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetProtocolVersionMin(_ context: SSLContext, _ minVersion: UnsafeMutablePointer<SSLProtocol>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetProtocolVersionMax(_ context: SSLContext, _ maxVersion: SSLProtocol) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetProtocolVersionMax(_ context: SSLContext, _ maxVersion: UnsafeMutablePointer<SSLProtocol>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetCertificate(_ context: SSLContext, _ certRefs: CFArray?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetConnection(_ context: SSLContext, _ connection: SSLConnectionRef?) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetConnection(_ context: SSLContext, _ connection: UnsafeMutablePointer<SSLConnectionRef?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetPeerDomainName(_ context: SSLContext, _ peerName: UnsafePointer<CChar>?, _ peerNameLen: Int) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetPeerDomainNameLength(_ context: SSLContext, _ peerNameLen: UnsafeMutablePointer<Int>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetPeerDomainName(_ context: SSLContext, _ peerName: UnsafeMutablePointer<CChar>, _ peerNameLen: UnsafeMutablePointer<Int>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetNegotiatedProtocolVersion(_ context: SSLContext, _ version: UnsafeMutablePointer<SSLProtocol>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetNumberSupportedCiphers(_ context: SSLContext, _ numCiphers: UnsafeMutablePointer<Int>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetSupportedCiphers(_ context: SSLContext, _ ciphers: UnsafeMutablePointer<SSLCipherSuite>, _ numCiphers: UnsafeMutablePointer<Int>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetNumberEnabledCiphers(_ context: SSLContext, _ numCiphers: UnsafeMutablePointer<Int>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetEnabledCiphers(_ context: SSLContext, _ ciphers: UnsafePointer<SSLCipherSuite>, _ numCiphers: Int) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetEnabledCiphers(_ context: SSLContext, _ ciphers: UnsafeMutablePointer<SSLCipherSuite>, _ numCiphers: UnsafeMutablePointer<Int>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLCopyPeerTrust(_ context: SSLContext, _ trust: UnsafeMutablePointer<SecTrust?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetPeerID(_ context: SSLContext, _ peerID: UnsafeRawPointer?, _ peerIDLen: Int) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetPeerID(_ context: SSLContext, _ peerID: UnsafeMutablePointer<UnsafeRawPointer?>, _ peerIDLen: UnsafeMutablePointer<Int>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetNegotiatedCipher(_ context: SSLContext, _ cipherSuite: UnsafeMutablePointer<SSLCipherSuite>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetALPNProtocols(_ context: SSLContext, _ protocols: CFArray) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLCopyALPNProtocols(_ context: SSLContext, _ protocols: UnsafeMutablePointer<CFArray?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetOCSPResponse(_ context: SSLContext, _ response: CFData) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetEncryptionCertificate(_ context: SSLContext, _ certRefs: CFArray) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetClientSideAuthenticate(_ context: SSLContext, _ auth: SSLAuthenticate) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLAddDistinguishedName(_ context: SSLContext, _ derDN: UnsafeRawPointer?, _ derDNLen: Int) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLCopyDistinguishedNames(_ context: SSLContext, _ names: UnsafeMutablePointer<CFArray?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetClientCertificateState(_ context: SSLContext, _ clientState: UnsafeMutablePointer<SSLClientCertificateState>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLHandshake(_ context: SSLContext) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLReHandshake(_ context: SSLContext) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLWrite(_ context: SSLContext, _ data: UnsafeRawPointer?, _ dataLength: Int, _ processed: UnsafeMutablePointer<Int>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLRead(_ context: SSLContext, _ data: UnsafeMutableRawPointer, _ dataLength: Int, _ processed: UnsafeMutablePointer<Int>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetBufferedReadSize(_ context: SSLContext, _ bufferSize: UnsafeMutablePointer<Int>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetDatagramWriteSize(_ dtlsContext: SSLContext, _ bufSize: UnsafeMutablePointer<Int>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetMaxDatagramRecordSize(_ dtlsContext: SSLContext, _ maxSize: Int) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLGetMaxDatagramRecordSize(_ dtlsContext: SSLContext, _ maxSize: UnsafeMutablePointer<Int>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetDatagramHelloCookie(_ dtlsContext: SSLContext, _ cookie: UnsafeRawPointer?, _ cookieLen: Int) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLSetError(_ context: SSLContext, _ status: OSStatus) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public func SSLClose(_ context: SSLContext) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public var kSSLSessionConfig_default: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public var kSSLSessionConfig_ATSv1: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public var kSSLSessionConfig_ATSv1_noPFS: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public var kSSLSessionConfig_standard: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public var kSSLSessionConfig_RC4_fallback: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public var kSSLSessionConfig_TLSv1_fallback: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public var kSSLSessionConfig_TLSv1_RC4_fallback: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public var kSSLSessionConfig_legacy: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public var kSSLSessionConfig_legacy_DHE: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public var kSSLSessionConfig_anonymous: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public var kSSLSessionConfig_3DES_fallback: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.")
public var kSSLSessionConfig_TLSv1_3DES_fallback: CFString { fatalError() }

@available(*, unavailable, message: "Linux has no SecAsn1 coder. Use swift-asn1; SecCertificateCopyValues reads certificates.")
public typealias SecAsn1CoderRef = OpaquePointer

@available(*, unavailable, message: "Linux has no SecAsn1 coder. Use swift-asn1; SecCertificateCopyValues reads certificates.")
public func SecAsn1CoderCreate(_ coder: UnsafeMutablePointer<SecAsn1CoderRef?>) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no SecAsn1 coder. Use swift-asn1; SecCertificateCopyValues reads certificates.")
public func SecAsn1CoderRelease(_ coder: SecAsn1CoderRef) -> OSStatus { fatalError() }

@available(*, unavailable, message: "Linux has no SecAsn1 coder. Use swift-asn1; SecCertificateCopyValues reads certificates.")
public func SecAsn1Decode(_ coder: SecAsn1CoderRef, _ src: UnsafeRawPointer, _ len: Int, _ templates: UnsafeRawPointer, _ dest: UnsafeMutableRawPointer) -> OSStatus { fatalError() }
