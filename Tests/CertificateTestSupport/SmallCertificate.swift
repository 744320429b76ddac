// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Holds one small certificate that needs no command to be made: version 3, Ed25519, self-signed,
/// subject `CN=Example` (UTF8String), serial number 1, valid 2026-11-20 12:42:30 UTC to 2126-10-27.
package enum SmallCertificate {
    package static let der = [UInt8](Data(base64Encoded: text)!)

    private static let text = """
        MIIBJzCB2qADAgECAgEBMAUGAytlcDASMRAwDgYDVQQDDAdFeGFtcGxlMCAXDTI2MTEyMDEyNDIzMFoYDzIxMjYxMDI3\
        MTI0MjMwWjASMRAwDgYDVQQDDAdFeGFtcGxlMCowBQYDK2VwAyEADn72kmxqAGyk7nPOtMtFpmk0czwBcN/6YHMqaIuE\
        KYKjUzBRMB0GA1UdDgQWBBSWKYth9VVeatfoJlAvD0GUNVGgLDAfBgNVHSMEGDAWgBSWKYth9VVeatfoJlAvD0GUNVGg\
        LDAPBgNVHRMBAf8EBTADAQH/MAUGAytlcANBALzXUn4Y4qeFfoRBxqVoDO9wdVsr5vO7mlDBuZ8vqw3N5J2FFSb5obOs\
        W+JryqXApiUlI3Bk84IYUgcUblSSJAc=
        """
}
