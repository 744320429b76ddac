// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A message of the Cryptographic Message Syntax (RFC 5652), PKCS#7 included.
///
///     SEQUENCE  content type │ [0] content
///         data             OCTET STRING
///         signed data      content, certificates, signatures
///         enveloped data   encrypted keys, encrypted content
///
/// Reading verifies and decrypts nothing.
package enum CryptographicMessage: Sendable {
    case data([UInt8])
    case signed(SignedMessage)
    case enveloped(EnvelopedMessage)

    /// Reads a message in DER or BER, with nothing behind it.
    ///
    /// - Throws: `unknownFormat` for anything but a message, `unsupportedFormat` for one of another
    ///   type, `invalidArgument` for more than 16 MiB.
    package static func read(_ bytes: UnsafeRawBufferPointer) throws(PKIError) -> Self {
        guard bytes.count <= PKILimits.fileBytes else {
            throw PKIError(.invalidArgument, "message: more than 16 MiB")
        }
        let type: OID
        let content: DERElement
        do throws(PKIError) {
            var reader = DERReader(
                inside: try DERElement(only: try BER.normalised(bytes).copied[...]))
            type = try OID(try reader.next(.objectIdentifier))
            content = try reader.next(.constructed(0)).inner()
            try reader.end()
        } catch {
            throw PKIError(.unknownFormat, "message: not a cryptographic message (\(error.detail))")
        }
        do throws(PKIError) {
            switch type {
            case MessageOID.data:
                guard content.tag == .octetString else { throw DER.malformed("data is expected") }
                return .data(Array(content.content))
            case MessageOID.signedData: return .signed(try SignedMessage(content))
            case MessageOID.envelopedData: return .enveloped(try EnvelopedMessage(content))
            default: break
            }
        } catch {
            throw PKIError(.unknownFormat, "message: \(error.detail)")
        }
        throw PKIError(.unsupportedFormat, "message: content of type \(type) isn't supported")
    }

    /// Reads what was inside an envelope: a message where the type says so.
    ///
    /// The signed data inside is written as its SEQUENCE; some programs write a whole message.
    package static func read(
        _ bytes: UnsafeRawBufferPointer, of type: OID
    ) throws(PKIError) -> Self {
        guard type == MessageOID.signedData else { return .data([UInt8](bytes)) }
        if let whole = try? read(bytes) { return whole }
        do throws(PKIError) {
            let inside = try BER.normalised(bytes).copied
            return .signed(try SignedMessage(try DERElement(only: inside[...])))
        } catch {
            throw PKIError(.unknownFormat, "message: its content isn't signed data")
        }
    }

    /// Wraps content in its type.
    static func tree(_ type: OID, _ content: DERTree) -> DERTree {
        .sequence(.identifier(type), .element(.constructed(0), [content]))
    }
}

/// The name of a certificate in a message (RFC 5652, section 5.3).
package enum CertificateIdentifier: Sendable, Hashable {
    /// The issuer's name, and the content octets of the serial number.
    case issuer(DistinguishedName, serialNumber: [UInt8])
    /// The identifier of the certificate's key.
    case key([UInt8])

    /// Reads issuer and serial number, or a key identifier with the tag `[0]`.
    init(_ element: DERElement) throws(PKIError) {
        if element.tag == .primitive(0) {
            self = .key(Array(element.content))
            return
        }
        guard element.tag == .sequence else { throw DER.malformed("a certificate's name") }
        var reader = DERReader(inside: element)
        let name = try DistinguishedName(try reader.next())
        self = .issuer(name, serialNumber: Array(try reader.next(.integer).integer()))
        try reader.end()
    }

    /// Makes the name of a certificate from its issuer and serial number.
    init(_ certificate: Certificate) {
        self = .issuer(certificate.issuer, serialNumber: certificate.serialNumber)
    }

    /// Returns the first certificate with this name; nil if there is none.
    package func certificate(among certificates: [Certificate]) -> Certificate? {
        switch self {
        case .issuer(let name, let serialNumber):
            // Normalised, so that case and blanks of a PrintableString don't count.
            let issuer = name.normalisedContent
            return certificates.first {
                $0.serialNumber == serialNumber && $0.issuer.normalisedContent == issuer
            }
        case .key(let identifier):
            return certificates.first { $0.subjectKeyIdentifier == identifier }
        }
    }

    var tree: DERTree {
        switch self {
        case .issuer(let name, let serialNumber):
            .sequence(.octets(name.encoding), .element(.integer, [.octets(serialNumber)]))
        case .key(let identifier): .element(.primitive(0), [.octets(identifier)])
        }
    }
}
