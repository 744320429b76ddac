// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
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

    /// The way of an ordinary program.
    private func written() throws -> ServiceMode {
        try ServiceMode.written(for: location, folder: home.path, administrator: geteuid())
    }

    @Test func nothingWrittenIsEmbedded() throws {
        #expect(try written() == .embedded)
    }

    @Test func theStoresOwnFileComesFirst() throws {
        try write("securityd /system.sock\n", system)
        #expect(
            try written()
                == .securityd(socket: "/system.sock", source: .machine))
        try write(" embedded\n", home.path + "/mode")
        #expect(try written() == .embedded)
        try write("securityd\n/own.sock\n", home.path + "/mode")
        #expect(
            try written()
                == .securityd(socket: "/own.sock", source: .folder)
        )
    }

    @Test func aFileMayNameTheUserOfSecurityd() throws {
        try write("securityd /system.sock 978\n", system)
        #expect(
            try written()
                == .securityd(socket: "/system.sock", owner: 978, source: .machine))
    }

    /// Who can write beside the keychains could send new items to a server of any user.
    @Test func theStoresOwnFileNamesNoUser() throws {
        try write("securityd /own.sock 978\n", home.path + "/mode")
        #expect {
            try written()
        } throws: {
            KeychainError.Code.notAvailable ~= $0
                && ($0 as? KeychainError)?.detail.hasPrefix(home.path + "/mode: ") == true
        }
    }

    @Test func whatIsWrittenIsRead() throws {
        let mode = ServiceMode.securityd(socket: "/own.sock", source: .folder)
        try mode.write(for: location)
        #expect(try written() == mode)
        try ServiceMode.embedded.write(for: location)
        #expect(try written() == .embedded)
    }

    private func writtenByRoot() throws -> ServiceMode {
        try ServiceMode.written(
            for: location, folder: home.path, obeysRootAlone: true, administrator: geteuid())
    }

    /// Otherwise another user could name a server of his that new secrets are sent to.
    @Test func aFileThatOthersCanWriteIsRefused() throws {
        try write("securityd /system.sock 978\n", system)
        for path in [system, home.path] {
            var status = stat()
            try #require(stat(path, &status) == 0)
            for mode: mode_t in [0o666, 0o620] {
                chmod(path, mode | status.st_mode & 0o111)
                #expect {
                    try written()
                } throws: {
                    KeychainError.Code.notAvailable ~= $0
                        && ($0 as? KeychainError)?.detail.hasPrefix(path + ": others") == true
                }
            }
            chmod(path, status.st_mode & 0o7777)
        }
        _ = try written()
        try FileManager.default.removeItem(atPath: system)
        let entry = AdoptionEntry(of: geteuid(), folder: home.path)
        try entry.write(.securityd(socket: "/given.sock", owner: 978, source: .adoption))
        chmod(entry.path, 0o646)
        #expect(throws: KeychainError.self) { try writtenByRoot() }
    }

    /// A program with raised privileges obeys neither the environment nor the user's file.
    @Test func aRaisedProgramObeysRootAlone() throws {
        let mode = home.path + "/mode"
        try write("securityd /own.sock\n", mode)
        #expect(try writtenByRoot() == .embedded)
        let given = ServiceMode.securityd(socket: "/given.sock", owner: 978, source: .adoption)
        try AdoptionEntry(of: geteuid(), folder: home.path).write(given)
        for text in ["embedded", "securityd /own.sock", "nonsense"] {
            try write(text, mode)
            #expect(try writtenByRoot() == given)
        }
        try write("securityd /system.sock 978\n", system)
        #expect(try writtenByRoot() == given)
        try AdoptionEntry(of: geteuid(), folder: home.path).write(.embedded)
        #expect(try writtenByRoot() == .embedded)
        try FileManager.default.removeItem(
            atPath: AdoptionEntry(of: geteuid(), folder: home.path).path)
        try write("embedded", mode)
        #expect(
            try writtenByRoot()
                == .securityd(socket: "/system.sock", owner: 978, source: .machine))
    }

    @Test func rootsFilesThatOthersCanChangeAreRefused() throws {
        let entry = AdoptionEntry(of: geteuid(), folder: home.path)
        try entry.write(.embedded)
        try write("embedded", system)
        chmod(system, 0o644)
        #expect(try writtenByRoot() == .embedded)
        for path in [home.path, home.path + "/adopted.d", entry.path, system] {
            var status = stat()
            stat(path, &status)
            chmod(path, status.st_mode & 0o777 | 0o020)
            let error = #expect(throws: KeychainError.self) { try writtenByRoot() }
            #expect(error?.code == .notAvailable && error?.detail.hasPrefix(path + ": ") == true)
            chmod(path, status.st_mode & 0o777)
        }
        #expect(try writtenByRoot() == .embedded)
    }

    /// Another user may be able to write beside a keychain in another folder.
    @Test func aFileBesideAnotherKeychainNamesNothing() throws {
        let folder = TemporaryHome()
        try write("securityd /evil.sock 1001\n", folder.path + "/mode")
        let login = try Location.ofEnvironment()
        let other = login.sibling(folder.path + "/work.keychain-db", mustExist: true)
        #expect(other.home == login)
        #expect(
            try ServiceMode.written(for: other, folder: home.path)
                == ServiceMode.written(for: login, folder: home.path))
    }

    @Test(arguments: ["", "Embedded", "securityd", "embedded x", "securityd a b", "\0"])
    func nonsenseIsRefused(_ text: String) throws {
        try write(text, home.path + "/mode")
        let error = #expect(throws: KeychainError.self) {
            try written()
        }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.hasPrefix(home.path + "/mode: ") == true)
    }

    @Test func whatCannotBeReadIsRefused() throws {
        try Data([0xff, 0xfe]).write(to: URL(fileURLWithPath: home.path + "/mode"))
        #expect {
            try written()
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        try write(String(repeating: " ", count: 5000) + "embedded", home.path + "/mode")
        #expect {
            try written()
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        try FileManager.default.removeItem(atPath: home.path + "/mode")
        try FileManager.default.createDirectory(
            atPath: home.path + "/mode", withIntermediateDirectories: false)
        #expect {
            try written()
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }

    @Test func onlyEmbeddedCanBeGone() throws {
        try ServiceMode.embedded.requireEmbedded()
        #expect {
            try ServiceMode.securityd(socket: "/s").requireEmbedded()
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }
}
