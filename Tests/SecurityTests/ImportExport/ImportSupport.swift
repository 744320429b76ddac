// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// Holds what a call of SecItemImport gave.
struct Imported {
    let status: OSStatus
    let format: SecExternalFormat
    let kind: SecExternalItemType
    let items: [CFTypeRef]

    init(
        _ data: Data, name: String? = nil, format: SecExternalFormat = .formatUnknown,
        kind: SecExternalItemType = .itemTypeUnknown, passphrase: String? = nil,
        flags: SecKeyImportExportFlags = [], usage: [CFString]? = nil,
        attributes: [CFString]? = nil, words: AlertWords = AlertWords(),
        into keychain: SecKeychain? = nil
    ) {
        var (format, kind) = (format, kind)
        var items: CFArray?
        status = withParameters(passphrase, flags, usage, attributes, words: words) { parameters in
            SecItemImport(
                data as CFData, name as CFString?, &format, &kind, [], parameters, keychain, &items)
        }
        self.format = format
        self.kind = kind
        self.items = (items as? [AnyObject]) ?? []
    }

    var certificates: [SecCertificate] { items.compactMap { $0 as? SecCertificate } }
    var keys: [SecKey] { items.compactMap { $0 as? SecKey } }
    var identities: [SecIdentity] { items.compactMap { $0 as? SecIdentity } }
}

/// The texts of a prompt for a passphrase.
struct AlertWords {
    var title: NSString?
    var prompt: NSString?
}

/// Calls `body` with parameters whose objects live as long as the call.
func withParameters<Result>(
    _ passphrase: String?, _ flags: SecKeyImportExportFlags = [], _ usage: [CFString]? = nil,
    _ attributes: [CFString]? = nil, access: CFTypeRef? = nil, words: AlertWords = AlertWords(),
    _ body: (UnsafePointer<SecItemImportExportKeyParameters>) -> Result
) -> Result {
    let objects = (passphrase.map { $0 as CFString }, usage as CFArray?, attributes as CFArray?)
    var parameters = SecItemImportExportKeyParameters()
    parameters.flags = flags
    parameters.passphrase = objects.0.map { Unmanaged.passUnretained($0) }
    parameters.keyUsage = objects.1.map { Unmanaged.passUnretained($0) }
    parameters.keyAttributes = objects.2.map { Unmanaged.passUnretained($0) }
    parameters.alertTitle = words.title.map { Unmanaged.passUnretained($0) }
    parameters.alertPrompt = words.prompt.map { Unmanaged.passUnretained($0) }
    parameters.accessRef = access.map { .fromOpaque(Unmanaged.passUnretained($0).toOpaque()) }
    return withExtendedLifetime((objects, access, words)) { body(&parameters) }
}

/// Calls SecItemExport.
func export(
    _ object: CFTypeRef, _ format: SecExternalFormat = .formatUnknown,
    _ flags: SecItemImportExportFlags = [], passphrase: String? = nil,
    keyFlags: SecKeyImportExportFlags = [], words: AlertWords = AlertWords()
) -> (status: OSStatus, data: Data) {
    var data: CFData?
    let status = withParameters(passphrase, keyFlags, words: words) {
        SecItemExport(object, format, flags, $0, &data)
    }
    return (status, (data as Data?) ?? Data())
}

extension TestKeychain {
    /// Finds all items of a class, with their secrets.
    func all(_ itemClass: ItemClass) throws -> [Item] {
        var conditions = Query.Conditions()
        conditions.limit = .all
        do throws(KeychainError) {
            return try keychain.find(
                try Query(itemClass, conditions), returning: [.attributes, .secret])
        } catch {
            if error.code == .itemNotFound { return [] }
            throw error
        }
    }

    /// Counts certificates, keys and identities.
    func counts() throws -> [Int] {
        try [ItemClass.certificate, .key, .identity].map { try all($0).count }
    }
}

extension SampleIdentity {
    /// Gives the identity as a file of PKCS#12 that openssl made, with other certificates.
    func pkcs12(
        _ passphrase: String, _ options: [String] = [], more: [Data] = []
    ) throws -> Data {
        let folder = try TemporaryFolder()
        let own = SecCertificateCopyData(certificate) as Data
        var text = export(key, .formatUnknown, .pemArmour).data
        for der in [own] + more {
            text += try OpenSSL.run(["x509", "-inform", "DER"], input: der)
        }
        try folder.write("pem", String(decoding: text, as: UTF8.self))
        return try OpenSSL.run(
            ["pkcs12", "-export", "-in", folder.path("pem"), "-passout", "pass:\(passphrase)"]
                + options)
    }
}
