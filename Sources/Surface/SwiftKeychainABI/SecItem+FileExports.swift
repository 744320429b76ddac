// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Reads certificates, keys and identities; format and type are read, and set to what was found.
@_cdecl("SecItemImport")
public func SecItemImportExport(
    _ importedData: UnsafeRawPointer?, _ fileNameOrExtension: UnsafeRawPointer?,
    _ inputFormat: UnsafeMutablePointer<UInt32>?, _ itemType: UnsafeMutablePointer<UInt32>?,
    _ flags: UInt32,
    _ keyParams: UnsafeRawPointer?, _ importKeychain: UnsafeRawPointer?,
    _ outItems: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let data = Argument.data(importedData) else {
        return Returned.refused("importedData", of: "SecItemImport")
    }
    guard let name = Argument.optional(fileNameOrExtension, Argument.string) else {
        return Returned.refused("fileNameOrExtension", of: "SecItemImport")
    }
    guard
        let keychain = Argument.optional(
            importKeychain, { Argument.reference($0, to: SecKeychain.self) })
    else { return Returned.refused("importKeychain", of: "SecItemImport") }
    guard var format = SecExternalFormat(rawValue: inputFormat?.pointee ?? 0) else {
        return Returned.refused("inputFormat", of: "SecItemImport")
    }
    guard var type = SecExternalItemType(rawValue: itemType?.pointee ?? 0) else {
        return Returned.refused("itemType", of: "SecItemImport")
    }
    var parameters = GivenKeyParameters(keyParams)
    let status = Returned.storing(CFArray.self, outItems) { place in
        parameters.lend {
            SecItemImport(
                data, name, &format, &type, SecItemImportExportFlags(rawValue: flags), $0, keychain,
                outItems == nil ? nil : place)
        }
    }
    if status == errSecSuccess {
        inputFormat?.pointee = format.rawValue
        itemType?.pointee = type.rawValue
    }
    return status
}

/// Writes certificates, keys and identities.
@_cdecl("SecItemExport")
public func SecItemExportExport(
    _ secItemOrArray: UnsafeRawPointer?, _ outputFormat: UInt32, _ flags: UInt32,
    _ keyParams: UnsafeRawPointer?, _ exportedData: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let items = Argument.items(secItemOrArray) else {
        return Returned.refused("secItemOrArray", of: "SecItemExport")
    }
    guard let format = SecExternalFormat(rawValue: outputFormat) else {
        return Returned.refused("outputFormat", of: "SecItemExport")
    }
    guard exportedData != nil else { return Returned.refused("exportedData", of: "SecItemExport") }
    var parameters = GivenKeyParameters(keyParams)
    return Returned.storing(CFData.self, exportedData) { place in
        parameters.lend {
            SecItemExport(items, format, SecItemImportExportFlags(rawValue: flags), $0, place)
        }
    }
}

/// The parameters for keys of a C caller: the same fields, whose strings Swift can't use as they are.
private struct GivenKeyParameters {
    private var parameters: SecItemImportExportKeyParameters?
    /// The objects that ``parameters`` refers to without owning them.
    private var objects: [AnyObject?] = []

    init(_ pointer: UnsafeRawPointer?) {
        parameters = pointer?.assumingMemoryBound(to: SecItemImportExportKeyParameters.self).pointee
        guard let given = parameters else { return }
        let passphrase = Argument.any(given.passphrase?.toOpaque())
        let title = Argument.string(given.alertTitle?.toOpaque())
        let prompt = Argument.string(given.alertPrompt?.toOpaque())
        objects = [passphrase, title, prompt]
        parameters?.passphrase = passphrase.map(Unmanaged.passUnretained)
        parameters?.alertTitle = title.map(Unmanaged.passUnretained)
        parameters?.alertPrompt = prompt.map(Unmanaged.passUnretained)
    }

    /// Calls `body` with the parameters, or nil where the caller gave none.
    mutating func lend(_ body: (UnsafePointer<SecItemImportExportKeyParameters>?) -> OSStatus)
        -> OSStatus
    {
        defer { withExtendedLifetime(objects) {} }
        guard var given = parameters else { return body(nil) }
        return body(&given)
    }
}
