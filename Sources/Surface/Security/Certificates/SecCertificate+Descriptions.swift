// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

/// Describes a certificate in a few words: its subject summary, or its serial number where the subject
/// has no name.
///
/// - Parameters:
///   - alloc: nil, or `kCFAllocatorDefault`.
///   - error: receives an error, or nil. Not used: the call doesn't fail.
public func SecCertificateCopyShortDescription(
    _ alloc: CFAllocator?, _ certificate: SecCertificate,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
    certificate.shortDescription as CFString
}

/// Describes a certificate in a line: its short description, the issuer, the serial number in
/// hexadecimal digits, and the last day on which it is valid, in UTC.
///
/// - Parameters:
///   - alloc: nil, or `kCFAllocatorDefault`.
///   - error: receives an error, or nil. Not used: the call doesn't fail.
public func SecCertificateCopyLongDescription(
    _ alloc: CFAllocator?, _ certificate: SecCertificate,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
    let issuer = certificate.certificate.issuerSummary.map { ", issued by \($0)" } ?? ""
    let day = CalendarDate(seconds: certificate.certificate.notAfter).iso8601.prefix(10)
    return
        "\(certificate.shortDescription)\(issuer), serial number \(certificate.serialDigits), valid until \(day)"
        as CFString
}

extension SecCertificate {
    fileprivate var shortDescription: String {
        certificate.subjectSummary ?? "serial number \(serialDigits)"
    }

    fileprivate var serialDigits: String { Hexadecimal.text(certificate.serialNumber) }
}
