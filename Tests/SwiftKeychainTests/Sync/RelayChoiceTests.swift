// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing

/// The relay that a user names.
@Suite struct RelayChoiceTests {
    let test = TestKeychain()

    private func place(
        following known: RelayAddress? = nil, _ change: (inout RelayChoice) -> Void
    ) throws -> RelayPlace {
        var choice = RelayChoice()
        change(&choice)
        return try choice.place(for: "create", following: known, with: test.keychain) {
            []
        } password: {
            SecretBytes(copying: "of \($0)".utf8)
        }
    }

    private func fault(_ change: (inout RelayChoice) -> Void) -> WordFault? {
        do { _ = try place(change) } catch { return error as? WordFault }
        return nil
    }

    @Test func aFolderIsMadeIfOnlyItIsMissing() throws {
        let home = TemporaryHome()
        let place = try place { $0.folder = home.path + "/shared" }
        #expect(place.address.kind == .folder && System.exists(place.paths.folder))
        guard case .message? = fault({ $0.folder = home.path + "/a/b" }) else {
            Issue.record("a folder was made in a missing one")
            return
        }
    }

    /// Whoever copies the folder would copy the store, which can't be merged.
    @Test func theFolderMustNotContainTheKeychain() throws {
        try test.keychain.add(.password(service: "s"))
        for folder in ["/", test.home.path, test.keychain.path.parentFolder] {
            guard case .message(let text)? = fault({ $0.folder = folder }) else {
                Issue.record("\(folder) was taken")
                continue
            }
            #expect(text.hasSuffix("the keychain itself is in this folder; choose another"))
        }
    }

    @Test func aClusterNeedsAMemberAndAUser() throws {
        let place = try place {
            $0.endpoints = ["https://a:2379/", "http://127.0.0.1:2379"]
            $0.user = "ann"
        }
        #expect(place.address.endpoints == ["https://a:2379", "http://127.0.0.1:2379"])
        #expect(place.address.prefix == "/keychain/ann/")
        #expect(place.address.password == SecretBytes(copying: "of ann".utf8))
        for user in ["", "a/b", "ä", "a b", String(repeating: "a", count: 65)] {
            guard
                case .usage? = fault({
                    $0.endpoints = ["https://a:2379"]
                    $0.user = user
                })
            else {
                Issue.record("the user \"\(user)\" was taken")
                continue
            }
        }
        for address in ["http://a:2379", "https://a/b", "https://u@a", "a:2379"] {
            guard case .message? = fault({ $0.endpoints = [address] }) else {
                Issue.record("\(address) was taken")
                continue
            }
        }
        #expect(fault { _ in } != nil && fault { $0.user = "ann" } != nil)
        #expect(
            fault {
                $0.endpoints = ["https://a:2379"]
                $0.folder = "/"
            } == .usage("the devices share a folder or a cluster, not both"))
        #expect(
            fault {
                $0.folder = test.home.path
                $0.certificate = "/dev/null"
            } == .usage("a certificate needs its key: --cert file --key file"))
    }

    @Test func theClusterToWhichACircleMovedIsTakenUnlessAnotherRelayIsNamed() throws {
        let moved = RelayAddress(.etcd, prefix: "/k/", endpoints: ["https://b"], user: "bob")
        let followed = try place(following: moved) { _ in }
        #expect(followed.address.endpoints == ["https://b"])
        #expect(followed.address.password == SecretBytes(copying: "of bob".utf8))
        let home = TemporaryHome()
        #expect(try place(following: moved) { $0.folder = home.path }.address.kind == .folder)
    }
}
