// SPDX-License-Identifier: Apache-2.0
// What programs for macOS call and Linux can't have, as they write it. The comment of a line names what
// the compiler must say is unavailable in it, with the message of Data/apple-api.tsv, and nothing else:
// Scripts/check-unavailable.py.
// swift-format-ignore-file
import Foundation
import Security

func askForRights() -> Bool {
    var authorization: AuthorizationRef?  // AuthorizationRef
    guard
        AuthorizationCreate(nil, nil, [], &authorization)  // AuthorizationCreate
            == errAuthorizationSuccess  // errAuthorizationSuccess
    else { return false }
    let flags: AuthorizationFlags = []  // AuthorizationFlags
    return kAuthorizationRightExecute.withCString { name in  // kAuthorizationRightExecute
        var item = AuthorizationItem(  // AuthorizationItem
            name: name, valueLength: 0, value: nil, flags: 0)
        return withUnsafeMutablePointer(to: &item) { items in
            var rights = AuthorizationRights(count: 1, items: items)  // AuthorizationRights
            let status = AuthorizationCopyRights(  // AuthorizationCopyRights
                authorization!, &rights, nil, flags, nil)
            AuthorizationFree(authorization!, flags)  // AuthorizationFree
            return status == errSecSuccess
        }
    }
}

func isSigned() -> Bool {
    var code: SecCode?  // SecCode
    guard SecCodeCopySelf([], &code) == errSecSuccess, let code else { return false }  // SecCodeCopySelf
    var requirement: SecRequirement?  // SecRequirement
    SecRequirementCreateWithString(  // SecRequirementCreateWithString
        "anchor apple generic" as CFString, [], &requirement)
    if SecCodeCheckValidity(code, [], requirement) != errSecSuccess { return false }  // SecCodeCheckValidity
    var staticCode: SecStaticCode?  // SecStaticCode
    SecCodeCopyStaticCode(code, [], &staticCode)  // SecCodeCopyStaticCode
    var information: CFDictionary?
    SecCodeCopySigningInformation(  // SecCodeCopySigningInformation
        staticCode!, SecCSFlags(rawValue: kSecCSSigningInformation),  // SecCSFlags kSecCSSigningInformation
        &information)
    let team = (information as? [String: Any])?[
        kSecCodeInfoTeamIdentifier as String]  // kSecCodeInfoTeamIdentifier
    return team != nil
}

func verify(_ bundle: URL) -> OSStatus {
    var code: SecStaticCode?  // SecStaticCode
    _ = SecStaticCodeCreateWithPath(bundle as CFURL, [], &code)  // SecStaticCodeCreateWithPath
    return SecStaticCodeCheckValidity(code!, [], nil)  // SecStaticCodeCheckValidity
}

func digest(_ data: Data) -> Data? {
    let transform = SecDigestTransformCreate(kSecDigestSHA2, 256, nil)!  // SecDigestTransformCreate kSecDigestSHA2
    SecTransformSetAttribute(  // SecTransformSetAttribute
        transform, kSecTransformInputAttributeName, data as CFTypeRef, nil)  // kSecTransformInputAttributeName
    return SecTransformExecute(transform, nil) as? Data  // SecTransformExecute
}

func connect(_ host: String) -> OSStatus {
    guard let context = SSLCreateContext(nil, .clientSide, .streamType) else { return -1 }  // SSLCreateContext
    SSLSetProtocolVersionMin(context, .kTLSProtocol12)  // SSLSetProtocolVersionMin
    SSLSetPeerDomainName(context, host, host.utf8.count)  // SSLSetPeerDomainName
    return SSLHandshake(context)  // SSLHandshake
}

func share(_ password: String) {
    SecAddSharedWebCredential(  // SecAddSharedWebCredential
        "example.org" as CFString, "ann" as CFString, password as CFString
    ) { _ in }
    SecRequestSharedWebCredential(nil, nil) { _, _ in }  // SecRequestSharedWebCredential
}

func systemIdentity() -> SecIdentity? {
    var identity: SecIdentity?
    SecIdentityCopySystemIdentity(kSecIdentityDomainDefault, &identity, nil)  // SecIdentityCopySystemIdentity kSecIdentityDomainDefault
    return identity
}

func setType(_ encoder: CMSEncoder, _ type: UnsafeRawPointer) {
    CMSEncoderSetEncapsulatedContentType(encoder, type)  // CMSEncoderSetEncapsulatedContentType
}
