// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

@Suite struct ConnectionTests {
    let home = TemporaryHome()
    var location: Location { Location(directory: home.path, deviceKeyPath: home.path + "/key") }
    var system: String { home.path + "/keychain.conf" }

    private func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test func nothingWrittenIsEmbedded() throws {
        #expect(try ServiceMode.written(for: location, system: system) == .embedded)
    }

    @Test func theStoresOwnFileComesFirst() throws {
        try write("securityd /system.sock\n", system)
        #expect(
            try ServiceMode.written(for: location, system: system)
                == .securityd(socket: "/system.sock"))
        try write(" embedded\n", home.path + "/mode")
        #expect(try ServiceMode.written(for: location, system: system) == .embedded)
        try write("securityd\n/own.sock\n", home.path + "/mode")
        #expect(
            try ServiceMode.written(for: location, system: system)
                == .securityd(socket: "/own.sock", isOfStore: true)
        )
    }

    @Test func aFileMayNameTheUserOfSecurityd() throws {
        try write("securityd /system.sock 978\n", system)
        #expect(
            try ServiceMode.written(for: location, system: system)
                == .securityd(socket: "/system.sock", owner: 978))
    }

    @Test func whatIsWrittenIsRead() throws {
        let mode = ServiceMode.securityd(socket: "/own.sock", owner: 7, isOfStore: true)
        try mode.write(for: location)
        #expect(try ServiceMode.written(for: location, system: system) == mode)
        try ServiceMode.embedded.write(for: location)
        #expect(try ServiceMode.written(for: location, system: system) == .embedded)
    }

    @Test func aRaisedProgramUsesTheSystemsSocketOnly() throws {
        func mode() throws -> ServiceMode {
            try ServiceMode.written(for: location, system: system, isRaised: true)
        }
        try write("securityd /own.sock\n", home.path + "/mode")
        #expect { try mode() } throws: { KeychainError.Code.notAvailable ~= $0 }
        try write("securityd \(ServiceMode.systemSocket)\n", home.path + "/mode")
        #expect(try mode() == .securityd(socket: ServiceMode.systemSocket))
        try write("securityd /system.sock 978\n", system)
        try write("securityd /system.sock\n", home.path + "/mode")
        #expect(try mode() == .securityd(socket: "/system.sock", owner: 978))
    }

    @Test(arguments: ["", "Embedded", "securityd", "embedded x", "securityd a b", "\0"])
    func nonsenseIsRefused(_ text: String) throws {
        try write(text, home.path + "/mode")
        let error = #expect(throws: KeychainError.self) {
            try ServiceMode.written(for: location, system: system)
        }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.hasPrefix(home.path + "/mode: ") == true)
    }

    @Test func whatCannotBeReadIsRefused() throws {
        try Data([0xff, 0xfe]).write(to: URL(fileURLWithPath: home.path + "/mode"))
        #expect {
            try ServiceMode.written(for: location, system: system)
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        try write(String(repeating: " ", count: 5000) + "embedded", home.path + "/mode")
        #expect {
            try ServiceMode.written(for: location, system: system)
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        try FileManager.default.removeItem(atPath: home.path + "/mode")
        try FileManager.default.createDirectory(
            atPath: home.path + "/mode", withIntermediateDirectories: false)
        #expect {
            try ServiceMode.written(for: location, system: system)
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }

    @Test func onlyEmbeddedCanBeGone() throws {
        try ServiceMode.embedded.requireEmbedded()
        #expect {
            try ServiceMode.securityd(socket: "/s").requireEmbedded()
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }
}
