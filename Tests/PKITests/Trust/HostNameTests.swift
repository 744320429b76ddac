// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import Testing

/// Compares host names with the names in certificates (RFC 9525).
@Suite struct HostNameTests {
    @Test(arguments: [
        ("www.example.org", "www.example.org", true),
        ("WWW.Example.ORG", "www.example.org", true),
        ("www.example.org.", "www.example.org", true),
        ("www.example.org", "www.example.org.", false),
        ("example.org", "www.example.org", false),
        ("www.example.org", "*.example.org", true),
        ("a_b.example.org", "*.example.org", true),
        ("xn--bcher-kva.example.org", "XN--BCHER-KVA.example.org", true),
        ("bücher.example.org", "xn--bcher-kva.example.org", false),
        ("example.org", "*.example.org", false),
        ("a.www.example.org", "*.example.org", false),
        ("www.example.org", "w*.example.org", false),
        ("www.example.org", "*w.example.org", false),
        ("www.example.org", "www.*.org", false),
        ("www.example.org", "*.*.org", false),
        ("example.org", "*.org", false),
        ("org", "*", false),
        ("www.example.org", "*", false),
        ("www.example.org", "", false),
        ("www.example.org", "www.example.org\0.evil", false),
        ("www.example.org", "www..example.org", false),
        ("www.example.org", ".example.org", false),
        ("192.0.2.1", "192.0.2.1", false),
        ("192.0.2.1", "*.0.2.1", false),
    ])
    func hosts(_ host: String, _ pattern: String, _ matches: Bool) throws {
        let name = HostName(host)
        #expect(name?.matches([.host(pattern)]) ?? false == matches)
    }

    @Test func addresses() {
        #expect(HostName("192.0.2.1")?.matches([.address([192, 0, 2, 1])]) == true)
        #expect(HostName("192.0.2.1")?.matches([.address([192, 0, 2, 2])]) == false)
        let local = GeneralName.address([UInt8](repeating: 0, count: 15) + [1])
        for text in ["::1", "[::1]", "0:0::1"] { #expect(HostName(text)?.matches([local]) == true) }
        #expect(HostName("::1")?.matches([.host("::1")]) == false)
        // A wildcard over an address is a name like any other, and no address.
        #expect(HostName("192.0.2.1")?.matches([.host("*.0.2.1")]) == false)
    }

    @Test(arguments: ["", ".", "a..b", "a b", "a*b", "a\0b", "::1%eth0", "[192.0.2.1"])
    func noNames(_ text: String) { #expect(HostName(text) == nil) }

    @Test func lengths() {
        let label = String(repeating: "a", count: 63)
        #expect(HostName(label + ".example") != nil && HostName(label + "a.example") == nil)
        #expect(HostName([label, label, label, label].joined(separator: ".")) == nil)
    }
}
