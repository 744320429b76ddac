// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// Files whose passphrase the user is asked for; the test plays the user.
@Suite struct FilePassphraseTests {
    private static let formats: [SecExternalFormat] = [
        .formatPKCS12, .formatWrappedPKCS8, .formatWrappedOpenSSL,
    ]
    private let home = TemporaryHome()
    private let sample = SampleIdentity.ellipticCurve

    private func with<Result>(
        _ user: TestUser, _ body: () throws -> Result
    ) rethrows -> Result {
        try Keychain.$override.withValue(user.keychain(home: home.path), operation: body)
    }

    private func file(
        _ format: SecExternalFormat = .formatPKCS12, passphrase: String = "right"
    ) -> Data {
        let object: CFTypeRef = format == .formatPKCS12 ? sample.identity : sample.key
        return export(object, format, passphrase: passphrase).data
    }

    private func read(
        _ data: Data, _ user: TestUser, words: AlertWords = AlertWords()
    ) -> Imported {
        with(user) { Imported(data, flags: .securePassphrase, words: words) }
    }

    private func write(
        _ object: CFTypeRef, _ user: TestUser, _ format: SecExternalFormat = .formatUnknown,
        words: AlertWords = AlertWords()
    ) -> (status: OSStatus, data: Data) {
        with(user) { export(object, format, keyFlags: .securePassphrase, words: words) }
    }

    @Test(arguments: formats) func wrongTwiceThenRight(format: SecExternalFormat) {
        let user = TestUser(answers: [.types("wrong"), .types(""), .types("right")])
        let made = read(file(format), user)
        #expect(made.status == errSecSuccess && made.items.count == 1 && made.format == format)
        #expect(user.prompts.map { $0.error != nil } == [false, true, true])
        #expect(user.prompts.allSatisfy { !$0.isNew })
    }

    @Test func noMoreThanTwentyTimes() {
        let user = TestUser(answers: Array(repeating: .types("x"), count: 30))
        #expect(read(file(.formatWrappedOpenSSL), user).status == errSecAuthFailed)
        #expect(user.askedCount == 20)
    }

    @Test func theWordsOfTheCallerAreShown() {
        let user = TestUser(answers: [.types("right"), .types("right"), .types("new")])
        let words = AlertWords(title: "Move in", prompt: "for the new machine")
        #expect(read(file(), user, words: words).status == errSecSuccess)
        #expect(read(file(), user).status == errSecSuccess)
        #expect(write(sample.identity, user, words: words).status == errSecSuccess)
        let titles = user.prompts.map(\.title)
        #expect(titles[0] == "Move in" && titles[1] == "Keychain" && titles[2] == "Move in")
        let texts = user.prompts.map(\.description)
        #expect(texts[0].hasSuffix(" asks for the passphrase of a file:\nfor the new machine"))
        #expect(texts[1].hasSuffix(" asks for the passphrase of a file."))
        #expect(texts[2].hasSuffix(" asks for a passphrase for a new file:\nfor the new machine"))
    }

    @Test(arguments: formats) func aNewOneIsTypedTwiceAndNotEmpty(format: SecExternalFormat) {
        let user = TestUser(answers: [.types(""), .types("new")])
        let made = write(format == .formatPKCS12 ? sample.identity : sample.key, user, format)
        #expect(made.status == errSecSuccess)
        #expect(user.prompts.allSatisfy { $0.isNew })
        #expect(user.prompts.map { $0.error != nil } == [false, true])
        #expect(Imported(made.data, passphrase: "new").items.count == 1)
        #expect(Imported(made.data, passphrase: "old").status == errSecAuthFailed)
        let stubborn = TestUser(answers: Array(repeating: .types(""), count: 30))
        #expect(write(sample.identity, stubborn).status == errSecAuthFailed)
        #expect(stubborn.askedCount == 20)
    }

    @Test func aMissingAnswerIsReported() {
        for answer in [TestUser.Answer.cancels, .waits] {
            #expect(
                read(file(), TestUser(answers: [.types("wrong"), answer])).status
                    == errSecUserCanceled)
            #expect(
                write(sample.identity, TestUser(answers: [answer])).status == errSecUserCanceled)
        }
        let absent = TestUser(answers: [.types("right")], isThere: false)
        #expect(read(file(), absent).status == errSecInteractionNotAllowed)
        #expect(write(sample.identity, absent).status == errSecInteractionNotAllowed)
        #expect(absent.askedCount == 0)
    }

    @Test func theUserIsAskedOnlyWhenNeeded() {
        let user = TestUser()
        let plain = write(sample.key, user, .formatOpenSSL)
        #expect(plain.status == errSecSuccess)
        #expect(read(plain.data, user).keys == [sample.key])
        with(user) {
            let given = Imported(file(), passphrase: "right", flags: .securePassphrase)
            #expect(given.status == errSecSuccess)
            let wrong = Imported(file(), passphrase: "wrong", flags: .securePassphrase)
            #expect(wrong.status == errSecAuthFailed)
            #expect(Imported(file()).status == errSecPassphraseRequired)
            #expect(export(sample.identity).status == errSecPassphraseRequired)
        }
        // What could not be read or written anyway.
        #expect(read(Data("nothing".utf8), user).status == errSecUnknownFormat)
        #expect(read(Data(file().dropLast()), user).status == errSecDecode)
        #expect(write(sample.certificate, user, .formatWrappedPKCS8).status == errSecParam)
        #expect(write(sample.key, user, .formatWrappedSSH).status == errSecUnsupportedFormat)
        #expect(user.askedCount == 0)
    }

    /// Another program may write to the keychain that is read from or imported into.
    @Test func noStoreIsHeldMeanwhile() throws {
        let other = Keychain(home: home.path)
        var prompter = TestUser().prompter
        prompter.secret = { (prompt, _) throws(PromptFailure) in
            do {
                try other.add(.password(service: prompt.isNew ? "export" : "import"))
            } catch {
                throw .unavailable("\(error)")
            }
            return SecretBytes(copying: "right".utf8)
        }
        let keychain = Keychain(home: home.path, prompter: prompter)
        try Keychain.$override.withValue(keychain) {
            var standard: SecKeychain?
            SecKeychainCopyDefault(&standard)
            let made = Imported(file(), flags: .securePassphrase, into: standard)
            let identity = try #require(made.identities.first)
            let (status, data) = export(identity, keyFlags: .securePassphrase)
            #expect(status == errSecSuccess)
            #expect(Imported(data, passphrase: "right").identities == [sample.identity])
        }
        for service in ["import", "export"] {
            #expect(try other.find(.password([.service: .string(service)])).count == 1)
        }
    }

    /// Two files at once may have two passphrases: no answer is taken for both.
    @Test func eachFileIsAskedForByItself() {
        let data = file()
        var prompter = TestUser().prompter
        let shown = Prompts()
        prompter.obstacle = {
            shown.come()
            return nil
        }
        prompter.secret = { (_, _) throws(PromptFailure) in
            shown.enter()
            defer { shown.leave() }
            // Shown until all the others have come.
            while shown.coming < 4 { usleep(1000) }
            return SecretBytes(copying: "right".utf8)
        }
        let keychain = Keychain(home: home.path, prompter: prompter)
        let threads = (0..<4).map { _ in
            let thread = Thread {
                Keychain.$override.withValue(keychain) {
                    _ = Imported(data, flags: .securePassphrase)
                }
            }
            thread.start()
            return thread
        }
        for thread in threads { while !thread.isFinished { usleep(1000) } }
        #expect(shown.count == 4 && shown.most == 1)
    }

    /// What is forbidden holds for the process, so that it has one of its own.
    @Test func theUserIsNotAskedWhereItIsForbidden() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let home = TemporaryHome()
            let user = TestUser(answers: [.types("new"), .types("new")])
            Keychain.$override.withValue(user.keychain(home: home.path)) {
                let identity = SampleIdentity.ellipticCurve.identity
                let data = export(identity, passphrase: "new").data
                SecKeychainSetUserInteractionAllowed(false)
                precondition(
                    Imported(data, flags: .securePassphrase).status == errSecInteractionNotAllowed)
                precondition(
                    export(identity, keyFlags: .securePassphrase).status
                        == errSecInteractionNotAllowed)
                precondition(user.askedCount == 0)
                SecKeychainSetUserInteractionAllowed(true)
                precondition(Imported(data, flags: .securePassphrase).status == errSecSuccess)
                precondition(
                    export(identity, keyFlags: .securePassphrase).status == errSecSuccess)
                precondition(user.askedCount == 2)
            }
        }
    }
}

/// Counts prompts, and how many are shown at once.
private final class Prompts: @unchecked Sendable {
    private let lock = NSLock()
    private var now = 0
    private var callers = 0
    private(set) var count = 0
    private(set) var most = 0

    /// How many are about to ask.
    var coming: Int { lock.withLock { callers } }

    func come() { lock.withLock { callers += 1 } }

    func enter() {
        lock.withLock {
            now += 1
            count += 1
            most = max(most, now)
        }
    }

    func leave() { lock.withLock { now -= 1 } }
}
