// SPDX-License-Identifier: Apache-2.0
import Synchronization

@testable import SwiftKeychainCards

/// A PKCS#11 module with the objects that a test gives it, for what SoftHSM doesn't do. One test at a time uses it.
enum StandInModule {
    struct Object {
        let objectClass: UInt
        /// The values by the numbers of the attributes.
        var attributes: [UInt: [UInt8]] = [:]
        /// The code with which each reading fails.
        var failure: UInt?
    }

    struct State {
        /// The objects; their handles count from 1.
        var objects: [Object] = []
        var loginResult: UInt = 0
        /// The handles that a search hasn't returned.
        var found: [UInt] = []
    }

    static let state = Mutex(State())

    /// The module, with a token in its slot that needs a login if the test says so.
    static func place(_ objects: [Object], requiresLogin: Bool = false) -> CardToken.Place {
        state.withLock { $0 = State(objects: objects) }
        return CardToken.Place(
            token: CardToken(
                id: "pkcs11:token=card", label: "card", slotName: "",
                flags: requiresLogin ? 1 << 2 : 0),
            module: CardModule(UnsafeMutableRawPointer(functions)), slot: 0)
    }

    private typealias Words = UnsafeMutablePointer<UInt>
    private typealias Bytes = UnsafeMutableRawPointer

    /// CK_FUNCTION_LIST: the version, which takes the room of a pointer, and 68 functions.
    nonisolated(unsafe) private static let functions: UnsafeMutablePointer<UnsafeRawPointer?> = {
        let list = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: 69)
        list.initialize(repeating: nil, count: 69)
        let open: @convention(c) (UInt, UInt, Bytes?, Bytes?, Words) -> UInt = {
            $4.pointee = 1
            return 0
        }
        let succeed: @convention(c) (UInt) -> UInt = { _ in 0 }
        let login: @convention(c) (UInt, UInt, Bytes?, UInt) -> UInt = { _, _, _, _ in
            state.withLock(\.loginResult)
        }
        let begin: @convention(c) (UInt, Words, UInt) -> UInt = { _, template, _ in
            // The first attribute is the class.
            let place = UnsafeRawPointer(bitPattern: template[1])
            let objectClass = place?.loadUnaligned(as: UInt.self)
            state.withLock { state in
                state.found = state.objects.indices.filter {
                    state.objects[$0].objectClass == objectClass
                }.map { UInt($0 + 1) }
            }
            return 0
        }
        let find: @convention(c) (UInt, Words, UInt, Words) -> UInt = { _, room, _, count in
            let found = state.withLock { state in
                defer { state.found = [] }
                return state.found
            }
            room.update(from: found, count: found.count)
            count.pointee = UInt(found.count)
            return 0
        }
        let read: @convention(c) (UInt, UInt, Words, UInt) -> UInt = { _, handle, words, _ in
            let object = state.withLock { $0.objects[Int(handle) - 1] }
            if let failure = object.failure { return failure }
            guard let value = object.attributes[words[0]] else {
                words[2] = .max
                return CardFailure.attributeTypeInvalid
            }
            if let room = Bytes(bitPattern: words[1]) {
                room.copyMemory(from: value, byteCount: value.count)
            }
            words[2] = UInt(value.count)
            return 0
        }
        list[1 + 12] = unsafeBitCast(open, to: UnsafeRawPointer.self)
        list[1 + 13] = unsafeBitCast(succeed, to: UnsafeRawPointer.self)
        list[1 + 18] = unsafeBitCast(login, to: UnsafeRawPointer.self)
        list[1 + 19] = unsafeBitCast(succeed, to: UnsafeRawPointer.self)
        list[1 + 24] = unsafeBitCast(read, to: UnsafeRawPointer.self)
        list[1 + 26] = unsafeBitCast(begin, to: UnsafeRawPointer.self)
        list[1 + 27] = unsafeBitCast(find, to: UnsafeRawPointer.self)
        list[1 + 28] = unsafeBitCast(succeed, to: UnsafeRawPointer.self)
        return list
    }()
}
