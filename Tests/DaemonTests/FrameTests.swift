// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainDaemon
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainSystem
import Testing

@Suite struct FrameTests {
    private static let nonce = [UInt8](repeating: 7, count: Frame.nonceBytes)
    static let samples: [Frame] = [
        .greeting(.init(program: "0.1.0", nonce: nonce)),
        .hello(.init(program: "0.1.0", nonce: nonce, directory: "/a", deviceKeyPath: "/b/key")),
        .request(
            Message(body: [1, 2, 3], secrets: [SecretBytes(copying: [4, 5])]), groups: ["g", "h"]),
        .reply(Message(body: [], secrets: [])),
        .progress(done: 3, all: 4),
        .refusal(KeychainError(.notAvailable, "another version")),
    ]

    @Test(arguments: samples.indices)
    func framesAreReadAsTheyAreWritten(_ index: Int) throws {
        let written = Self.samples[index].encoded
        let read = try Frame(decoding: written).encoded
        #expect(read.body == written.body)
        #expect(read.secrets == written.secrets)
    }

    @Test(arguments: samples.indices)
    func anythingElseIsRefused(_ index: Int) {
        let written = Self.samples[index].encoded
        let others =
            written.body.indices.map { Array(written.body[..<$0]) } + [written.body + [0]]
        for body in others {
            #expect { try Frame(decoding: Message(body: body, secrets: [])) } throws: {
                KeychainError.Code.decode ~= $0
            }
        }
    }

    @Test func onlyRequestsAndRepliesHaveSecrets() {
        let body = Frame.progress(done: 1, all: 2).encoded.body
        #expect {
            try Frame(decoding: Message(body: body, secrets: [SecretBytes(copying: [1])]))
        } throws: { KeychainError.Code.decode ~= $0 }
    }

    @Test func theKernelTellsTheProcessAtTheOtherEnd() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { ends.forEach { close($0) } }
        let peer = try Peer(of: ends[0], mode: .user)
        #expect(peer.pid == getpid())
        #expect(peer.uid == geteuid())
        #expect(peer.gid == getegid())
    }

    @Test func aShortageOfDescriptorsRefusesTheConnectionAlone() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { ends.forEach { close($0) } }
        let home = TemporaryHome()
        let proc = home.path + "/proc"
        try FileManager.default.createSymbolicLink(atPath: proc, withDestinationPath: "/proc")
        #expect {
            try SystemFaults.inject {
                $0 == .open && $1.hasPrefix(proc) ? EMFILE : nil
            } during: {
                _ = try Peer(of: ends[0], mode: .user, proc: proc)
            }
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        _ = try Peer(of: ends[0], mode: .user, proc: proc)
    }
}
