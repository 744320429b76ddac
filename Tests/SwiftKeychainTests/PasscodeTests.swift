// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychainSealing
import SwiftKeychainStore
import KeychainTestSupport
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

func usleepBriefly() { usleep(20_000) }

@Suite struct PasscodeTests {
    static let wrong = KeychainError.Code.authenticationFailed

    /// One item of each class that can be had now, and the same again as internet passwords.
    private func fill(_ keychain: Keychain) throws -> Int {
        var count = 0
        for protection in ProtectionClass.allCases {
            if try protection == .whenPasscodeSetThisDeviceOnly && !keychain.hasPasscode() {
                continue
            }
            let name = AttributeValue.string(protection.rawValue)
            for (itemClass, attribute) in [
                (ItemClass.genericPassword, Attribute.service), (.internetPassword, .server),
            ] {
                let item = try NewItem(
                    itemClass, attributes: [attribute: name, .accessible: name],
                    secret: SecretBytes(copying: protection.rawValue.utf8))
                try keychain.add(item)
                count += 1
            }
        }
        return count
    }

    private func readable(_ keychain: Keychain) throws -> Int {
        var count = 0
        for itemClass in [ItemClass.genericPassword, .internetPassword] {
            var conditions = Query.Conditions()
            conditions.limit = .all
            for item in try keychain.find(Query(itemClass, conditions)) {
                #expect(item.secret?.copied == Array(item.accessControl.protection.rawValue.utf8))
                count += 1
            }
        }
        return count
    }

    /// The bytes of everything that lies in the store's folder.
    private func files(_ home: TemporaryHome) throws -> Data {
        var all = Data()
        let folder = home.path + "/keychains"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            all += try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
        }
        return all
    }

    /// The wrapped keys, authentication and salt of the record as it is now: 32 bytes of each box.
    private func pieces(_ home: TemporaryHome) throws -> [Data] {
        let store = Store(directory: home.path + "/keychains")
        let view = try store.begin(.standard)
        let record = try view.reader.keybags()[0]
        view.end()
        // The boxes have 72 bytes, after a head of two.
        var pieces: [Data] = []
        var index = 60
        while index + 74 < record.count {
            if record[index] == 0x58, record[index + 1] == 72 {
                pieces.append(Data(record[index + 2..<index + 34]))
                index += 74
            } else {
                index += 1
            }
        }
        #expect(pieces.count >= 8)
        return pieces
    }

    @Test func setChangeRemove() throws {
        let test = try PasscodeHome(passcode: nil)
        let (keychain, home) = (test.keychain, test.home)
        let first = try fill(keychain)
        var old = try pieces(home)
        let set = try keychain.setPasscode("one".passcode, old: nil)
        #expect(set == PasscodeChange(resealed: 8, deleted: 0, damaged: 0))
        func expectGone(_ pieces: [Data]) throws {
            let files = try files(home)
            for piece in pieces { #expect(files.range(of: piece) == nil, "old bytes are there") }
        }
        try expectGone(old)
        #expect(try readable(keychain) == first)
        for itemClass in [ItemClass.genericPassword] {
            try keychain.add(
                NewItem(
                    itemClass, attributes: [.service: .string("p"), .accessible: .string("akpu")],
                    secret: SecretBytes(copying: "akpu".utf8)))
        }
        #expect(try keychain.itemsThatNeedPasscode() == 1)
        old = try pieces(home)
        let changed = try keychain.setPasscode("two".passcode, old: "one".passcode)
        #expect(changed == PasscodeChange())
        try expectGone(old)
        #expect(try readable(keychain) == first + 1)
        try keychain.forgetUnlocked()
        #expect { try keychain.unlock(passcode: "one".passcode) } throws: { Self.wrong ~= $0 }
        try keychain.unlock(passcode: "two".passcode)
        #expect(try readable(keychain) == first + 1)

        old = try pieces(home)
        for nothing in ["".passcode, nil] {
            #expect { try keychain.setPasscode(nothing, old: nothing) } throws: { Self.wrong ~= $0 }
        }
        let removed = try keychain.setPasscode("".passcode, old: "two".passcode)
        #expect(removed == PasscodeChange(resealed: 0, deleted: 1, damaged: 0))
        try expectGone(old)
        #expect(try readable(keychain) == first && !keychain.hasPasscode())
        #expect {
            try keychain.add(.password(service: "x", [.accessible: .string("akpu")]))
        } throws: { Self.wrong ~= $0 }
        #expect(keychain.diagnose().allSatisfy { !$0.isProblem }, "\(keychain.diagnose())")
    }

    @Test func refusesAnOldOneWhereThereIsNone() throws {
        let test = try PasscodeHome(passcode: nil)
        #expect {
            try test.keychain.setPasscode("new".passcode, old: "old".passcode)
        } throws: { Self.wrong ~= $0 }
        #expect(try test.keychain.setPasscode(nil, old: nil) == PasscodeChange())
        #expect { try test.keychain.verify(passcode: "".passcode) } throws: { Self.wrong ~= $0 }
        #expect(try !test.keychain.hasPasscode())
    }

    @Test func anyBytesButNotAnyNumber() throws {
        let test = try PasscodeHome(passcode: nil)
        let invalid = SecretBytes(copying: [0xff, 0, 0xc0, 10])
        let longest = SecretBytes(count: 1 << 20) {
            $0.initializeMemory(as: UInt8.self, repeating: 7)
        }
        let longer = SecretBytes(count: 1 << 20 + 1) { _ in }
        try test.keychain.setPasscode(invalid, old: nil)
        try test.keychain.setPasscode(longest, old: invalid)
        try test.keychain.verify(passcode: longest)
        let refused = KeychainError.Code.parameter
        #expect { try test.keychain.unlock(passcode: longer) } throws: { refused ~= $0 }
        #expect { try test.keychain.verify(passcode: longer) } throws: { refused ~= $0 }
        #expect { try test.keychain.setPasscode(longer, old: longest) } throws: { refused ~= $0 }
        #expect { try test.keychain.unlock(passcode: "".passcode) } throws: { Self.wrong ~= $0 }
        try test.keychain.unlock(passcode: longest)
    }

    /// What is entered next is derived with as much work as is usual by then.
    @Test func unlockingRaisesTheWork() throws {
        let test = try PasscodeHome()
        let count = try fill(test.keychain)
        let cost = Argon2Cost(operations: 2, memory: 20 << 20)
        var system = SystemSources.quick()
        system.passcodeCost = cost
        // Another spelling of the path is another engine, as another process has.
        let place = Location(
            directory: test.home.path + "//keychains", deviceKeyPath: test.home.deviceKeyPath)
        let later = Keychain(
            location: .success(place), service: EmbeddedService(system: system), caller: .unsigned)
        func keybag() throws -> Keybag { try test.keychain.engine().restingKeybag().keybag }
        let before = try keybag()
        try later.verify(passcode: "1234".passcode)
        #expect(try keybag().revision == before.revision, "to verify changes nothing")
        try later.unlock(passcode: "1234".passcode)
        #expect(before.isWeaker(than: cost))
        #expect(try !keybag().isWeaker(than: cost) && keybag().revision == before.revision + 1)
        try later.unlock(passcode: "1234".passcode)
        #expect(try keybag().revision == before.revision + 1)
        try test.enter(.unlocked)
        #expect(try readable(test.keychain) == count)
    }

    @Test func aReaderOfAnEarlierKeybagChangesNothing() throws {
        let test = try PasscodeHome()
        let engine = try test.keychain.engine()
        let (before, state) = try engine.restingKeybag()
        let keys = try engine.open("1234".passcode, before)
        let own = try before.changingPasscode(
            to: "mine".passcode, cost: .leastPasscode, keys: keys,
            deviceKey: engine.deviceKeys(of: before).new)
        try test.keychain.setPasscode("other".passcode, old: "1234".passcode)
        #expect {
            try engine.rekey(from: before, to: own, keys, state)
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        try test.keychain.verify(passcode: "other".passcode)
    }

    @Test func whatIsDamagedStaysDamaged() throws {
        let test = try PasscodeHome(passcode: nil)
        for name in ["a", "b", "c"] { try test.keychain.add(.password(service: name)) }
        Tamper(test.home.databasePath).run(
            "UPDATE genp SET data=zeroblob(length(data)) WHERE rowid=2")
        let change = try test.keychain.setPasscode("1".passcode, old: nil)
        #expect(change == PasscodeChange(resealed: 2, deleted: 0, damaged: 1))
        #expect(test.keychain.diagnose().contains { $0.text.contains("genp row 2") })
    }

    // MARK: Guessing

    @Test func wrongOnesAreSlowedDown() throws {
        let clock = Mutex(1000.0)
        func pass(_ seconds: Double) { clock.withLock { $0 += seconds } }
        let test = try PasscodeHome(now: { clock.withLock { $0 } })
        func attempt(_ passcode: String) -> KeychainError? {
            do throws(KeychainError) {
                try test.keychain.verify(passcode: passcode.passcode)
                return nil
            } catch { return error }
        }
        for _ in 0..<5 { #expect(attempt("no")?.detail == "passcode: wrong") }
        // Even the right one comes too early now, from every program.
        let other = Attempts(
            path: test.home.path + "/keychains/passcode.attempts", now: { clock.withLock { $0 } })
        for delay in [1.0, 2, 4, 8] {
            let early = attempt("1234")
            #expect(early?.code == Self.wrong)
            #expect(early?.detail.contains("try again in \(Int(delay)) s") == true, "\(early!)")
            #expect { try other.counting {} } throws: {
                Self.wrong ~= $0
            }
            pass(delay)
            #expect(attempt("no")?.detail == "passcode: wrong")
        }
        // It grows no further than a quarter of an hour, and a clock that goes back does not make
        // it last for ever.
        #expect(Attempts.Count(wrong: 1000, last: 0).delay == 900)
        pass(-500)
        #expect(attempt("1234") != nil)
        pass(16)
        #expect(attempt("1234") == nil)
        for _ in 0..<5 { #expect(attempt("no")?.detail == "passcode: wrong", "it begins anew") }
        pass(1)
        #expect(attempt("1234") == nil)
    }

    /// Each `sudo` of a user whose login password is another one would count.
    @Test func passwordsOfLoginsAreNotCounted() throws {
        let test = try PasscodeHome(now: { 1000 })
        Keychain.forLogin {
            for _ in 0..<6 {
                #expect { try test.keychain.verify(passcode: "no".passcode) } throws: {
                    Self.wrong ~= $0
                }
            }
        }
        try test.keychain.verify(passcode: "1234".passcode)
    }

    /// The clock of a machine without a battery begins in 1970.
    @Test func wrongOnesBefore2001() throws {
        let clock = Mutex(-978_307_200.0)
        let test = try PasscodeHome(now: { clock.withLock { $0 } })
        func verify(_ passcode: String) throws(KeychainError) {
            try test.keychain.verify(passcode: passcode.passcode)
        }
        for _ in 0..<5 { #expect { try verify("no") } throws: { Self.wrong ~= $0 } }
        #expect { try verify("1234") } throws: { Self.wrong ~= $0 }
        let file = test.home.path + "/keychains/passcode.attempts"
        #expect(
            try String(contentsOfFile: file, encoding: .utf8)
                == "keychain-passcode-attempts-1 0000000000000005 -000978307200000\n")
        clock.withLock { $0 += 1 }
        try verify("1234")
        // The network sets the clock.
        #expect { try verify("no") } throws: { Self.wrong ~= $0 }
        clock.withLock { $0 = 800_000_000 }
        try verify("1234")
    }

    @Test(arguments: ["", "x", "keychain-passcode-attempts-1 1", "\u{0}\u{ff}"])
    func aCounterThatMakesNoSense(_ text: String) throws {
        let test = try PasscodeHome()
        try Data(text.utf8).write(
            to: URL(fileURLWithPath: test.home.path + "/keychains/passcode.attempts"))
        try test.keychain.verify(passcode: "1234".passcode)
    }

    /// What is counted would be written to the other file.
    @Test func aCounterWithASecondNameIsRefused() throws {
        let test = try PasscodeHome()
        let path = test.home.path + "/keychains/passcode.attempts"
        let letter = URL(fileURLWithPath: test.home.path + "/letter")
        try Data("dear reader".utf8).write(to: letter)
        chmod(letter.path, 0o640)
        unlink(path)
        #expect(link(letter.path, path) == 0)
        let error = #expect(throws: KeychainError.self) {
            try test.keychain.verify(passcode: "1234".passcode)
        }
        #expect(error?.code == .notAvailable)
        #expect(
            error?.detail.hasPrefix("\(path): has 2 names (hard links)") == true,
            "\(error?.detail ?? "")")
        func problems() -> [String] {
            test.keychain.diagnose().filter { $0.isProblem && $0.subject == "passcode" }.map(\.text)
        }
        #expect(problems() == [error?.detail])
        var status = stat()
        #expect(stat(letter.path, &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(try Data(contentsOf: letter) == Data("dear reader".utf8))
        unlink(path)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(problems() == ["\(path): is a FIFO, not a file; remove it"])
        unlink(path)
        try test.keychain.verify(passcode: "1234".passcode)
        #expect(problems() == [])
    }

    // MARK: Records that were touched

    /// A keybag of another store, made under the same device key.
    @Test(arguments: [true, false]) func aKeybagOfAnotherStore(_ withPasscode: Bool) throws {
        let test = try PasscodeHome()
        let count = try fill(test.keychain)
        let other = Location(
            directory: test.home.path + "/other", deviceKeyPath: test.home.deviceKeyPath)
        let keys = StoreKeys(location: other, system: SystemSources())
        let deviceKey = try #require(try keys.source.keys()).current
        var foreign = try Keybag.create(deviceKey: deviceKey)
        if withPasscode {
            foreign = try foreign.settingPasscode(
                "1234".passcode, cost: .leastPasscode, deviceKey: deviceKey
            ).keybag
        }
        let genuine = try swap(test, foreign.record)
        if withPasscode {
            #expect(throws: KeychainError.self) { try readable(test.keychain) }
            #expect(throws: KeychainError.self) {
                try test.keychain.unlock(passcode: "1234".passcode)
            }
        } else {
            #expect { try readable(test.keychain) } throws: {
                KeychainError.Code.notAvailable ~= $0
            }
            #expect {
                try test.keychain.delete(.password([:]))
            } throws: { KeychainError.Code.notAvailable ~= $0 }
            #expect { _ = try test.keychain.repair() } throws: {
                KeychainError.Code.notAvailable ~= $0
            }
        }
        _ = try swap(test, genuine)
        try test.enter(.unlocked)
        #expect(try readable(test.keychain) == count)
        #expect(test.keychain.diagnose().allSatisfy { !$0.isProblem })
    }

    /// The keybag of before the first passcode would open nothing that was sealed since.
    @Test func anEarlierKeybagOfTheSameStore() throws {
        let test = try PasscodeHome(passcode: nil)
        let count = try fill(test.keychain)
        let before = try current(test)
        try test.keychain.setPasscode("1234".passcode, old: nil)
        let genuine = try swap(test, before)
        #expect { try readable(test.keychain) } throws: { KeychainError.Code.notAvailable ~= $0 }
        #expect {
            try test.keychain.add(.password(service: "new"))
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        _ = try swap(test, genuine)
        #expect(try readable(test.keychain) == count)
    }

    private func current(_ test: PasscodeHome) throws -> [UInt8] {
        let store = Store(directory: test.home.path + "/keychains")
        let view = try store.begin(.standard)
        return try view.reader.keybags()[0]
    }

    /// Puts a record in place of the keybag and its copy, and makes every process look again.
    private func swap(_ test: PasscodeHome, _ record: [UInt8]) throws -> [UInt8] {
        let genuine = try current(test)
        let store = Store(directory: test.home.path + "/keychains")
        try store.rewrite(deadline: .standard) { (writer) throws(KeychainError) in
            try writer.setKeybag(record, revision: 9)
        } afterwards: {
        }
        return genuine
    }

    // MARK: Stolen

    @Test func aStolenFolder() throws {
        let test = try PasscodeHome()
        _ = try fill(test.keychain)
        let thief = TemporaryHome()
        let files = FileManager.default
        try files.copyItem(atPath: test.home.path + "/keychains", toPath: thief.path + "/keychains")
        var system = SystemSources.quick(inKernel: false)
        #expect {
            try Keychain(home: thief.path, system: system).find(.password([:], limit: .all))
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        // With the device key and without the passcode: dk and dku.
        let (second, home) = (SystemSources.quick(inKernel: false), TemporaryHome())
        system = second
        for name in ["keychains", "state"] {
            try files.copyItem(atPath: test.home.path + "/" + name, toPath: home.path + "/" + name)
        }
        let stolen = Keychain(home: home.path, system: system)
        #expect(try stolen.lockState() == .beforeFirstUnlock)
        for protection in ProtectionClass.allCases {
            let query = try Query.password([.service: .string(protection.rawValue)])
            if ["dk", "dku"].contains(protection.rawValue) {
                #expect(try stolen.find(query).count == 1)
            } else {
                #expect {
                    try stolen.find(query)
                } throws: { KeychainError.Code.interactionNotAllowed ~= $0 }
            }
        }
    }
}
