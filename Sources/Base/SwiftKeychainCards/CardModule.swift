// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainPKI

/// A PKCS#11 module: its list of functions, which are called by their places in it.
///
/// All structures of PKCS#11 2.40 that are used here consist of words, so they are represented by arrays of `UInt`.
/// A module runs in this process: a length that it returns is checked against the room it was given, but what it
/// writes beyond that room can't be prevented.
struct CardModule: @unchecked Sendable {
    /// The places in CK_FUNCTION_LIST, after the version.
    private enum Function: Int {
        case slotList = 4
        case slotInfo, tokenInfo, mechanismList, mechanismInfo
        case openSession = 12
        case closeSession
        case login = 18
        case logout
        case destroyObject = 22
        case attributeValue = 24
        case findInit = 26
        case find, findFinal
        case decryptInit = 33
        case decrypt
        case signInit = 42
        case sign
        case deriveKey = 62
    }

    /// CK_FUNCTION_LIST.
    let functions: UnsafeRawPointer

    init(_ functions: UnsafeMutableRawPointer) { self.functions = UnsafeRawPointer(functions) }

    /// Returns the function at a place of the list; nil if the module doesn't have it.
    private func function<Type>(_ function: Function, as type: Type.Type) -> Type? {
        // The version, two bytes, takes the room of a pointer.
        let offset = MemoryLayout<UnsafeRawPointer>.stride * (1 + function.rawValue)
        guard let pointer = functions.load(fromByteOffset: offset, as: UnsafeRawPointer?.self)
        else { return nil }
        return unsafeBitCast(pointer, to: type)
    }

    private typealias Bytes = UnsafeRawPointer
    private typealias Room = UnsafeMutableRawPointer
    private typealias Words = UnsafeMutablePointer<UInt>

    /// Throws the failure of a function; nil: the module hasn't the function.
    private func require(_ result: UInt?) throws(CardFailure) {
        guard result == CardFailure.none else {
            throw CardFailure(result ?? CardFailure.functionNotSupported)
        }
    }
}

// Slots and tokens.
extension CardModule {
    /// Lists the slots with a token in them.
    func slots() throws(CardFailure) -> [UInt] {
        let call = function(
            .slotList, as: (@convention(c) (UInt8, Words?, Words) -> UInt).self)
        return try list(most: 1024) { call?(1, $0, $1) }
    }

    /// Reads a list of numbers with a function that returns only their count if it gets no buffer.
    private func list(
        most: UInt, _ call: (Words?, Words) -> UInt?
    ) throws(CardFailure) -> [UInt] {
        for _ in 0..<4 {
            var count: UInt = 0
            try require(call(nil, &count))
            guard count <= most else { throw CardFailure(CardFailure.wrongLength) }
            // A token may come in between the two calls.
            let room = Int(count) + 4
            var numbers = [UInt](repeating: 0, count: room)
            count = UInt(room)
            let result = call(&numbers, &count)
            if result == CardFailure.bufferTooSmall { continue }
            try require(result)
            guard count <= room else { throw CardFailure(CardFailure.wrongLength) }
            return Array(numbers.prefix(Int(count)))
        }
        throw CardFailure(CardFailure.bufferTooSmall)
    }

    /// Reads the 96 bytes of texts and the flags of CK_TOKEN_INFO.
    func token(in slot: UInt) throws(CardFailure) -> (texts: [UInt8], flags: UInt) {
        let info = try info(.tokenInfo, of: slot)
        return (
            Array(info.prefix(96)),
            info.withUnsafeBytes { $0.load(fromByteOffset: 96, as: UInt.self) }
        )
    }

    /// Reads the description of a slot, the name of the reader.
    func description(of slot: UInt) throws(CardFailure) -> [UInt8] {
        // CK_SLOT_INFO begins with it.
        Array(try info(.slotInfo, of: slot).prefix(64))
    }

    /// Reads CK_SLOT_INFO, of 112 bytes, or CK_TOKEN_INFO, of 208.
    private func info(_ kind: Function, of slot: UInt) throws(CardFailure) -> [UInt8] {
        let call = function(kind, as: (@convention(c) (UInt, Room) -> UInt).self)
        var info = [UInt8](repeating: 0, count: 512)
        try require(info.withUnsafeMutableBytes { call?(slot, $0.baseAddress!) })
        return info
    }

    /// Lists the mechanisms of a token.
    func mechanisms(of slot: UInt) throws(CardFailure) -> Set<UInt> {
        let call = function(
            .mechanismList, as: (@convention(c) (UInt, Words?, Words) -> UInt).self)
        return Set(try list(most: 4096) { call?(slot, $0, $1) })
    }
}

// Sessions.
extension CardModule {
    /// Opens a session that only reads.
    func openSession(_ slot: UInt) throws(CardFailure) -> UInt {
        let call = function(
            .openSession,
            as: (@convention(c) (UInt, UInt, Room?, Room?, Words) -> UInt).self)
        var session: UInt = 0
        // CKF_SERIAL_SESSION.
        try require(call?(slot, 4, nil, nil, &session))
        return session
    }

    func closeSession(_ session: UInt) {
        _ = function(.closeSession, as: (@convention(c) (UInt) -> UInt).self)?(session)
    }

    /// Logs in with a PIN; nil: the reader or the token asks for it.
    ///
    /// - Parameter isForOneUse: whether it is the login that a key demands for each operation (CKU_CONTEXT_SPECIFIC).
    func login(_ session: UInt, isForOneUse: Bool, _ pin: SecretBytes?) throws(CardFailure) {
        let call = function(
            .login, as: (@convention(c) (UInt, UInt, Bytes?, UInt) -> UInt).self)
        // CKU_CONTEXT_SPECIFIC or CKU_USER.
        let kind: UInt = isForOneUse ? 2 : 1
        guard let pin else { return try require(call?(session, kind, nil, 0)) }
        try require(pin.withBytes { call?(session, kind, $0.baseAddress, UInt($0.count)) })
    }

    func logout(_ session: UInt) {
        _ = function(.logout, as: (@convention(c) (UInt) -> UInt).self)?(session)
    }
}

// Objects.
extension CardModule {
    /// Calls `body` with a template of CK_ATTRIBUTE: type, address, length.
    private func withTemplate<Result>(
        _ attributes: [CardValue], _ body: (UnsafeMutablePointer<UInt>, UInt) -> Result
    ) -> Result {
        var bytes = attributes.flatMap(\.bytes)
        return bytes.withUnsafeMutableBytes { room in
            var words: [UInt] = []
            var offset = 0
            for attribute in attributes {
                let address = room.baseAddress.map { UInt(bitPattern: $0 + offset) } ?? 0
                words += [attribute.type, address, UInt(attribute.bytes.count)]
                offset += attribute.bytes.count
            }
            return body(&words, UInt(attributes.count))
        }
    }

    /// Finds the objects of a class that are stored on the card, with some more attributes; at most 1024.
    func find(
        _ objectClass: UInt, _ session: UInt, _ others: [CardValue] = []
    ) throws(CardFailure) -> [UInt] {
        let attributes =
            [
                CardValue(CardNumber.objectClass, number: objectClass),
                CardValue(CardNumber.isOnToken, true),
            ] + others
        let begin = function(
            .findInit, as: (@convention(c) (UInt, Words, UInt) -> UInt).self)
        let next = function(
            .find, as: (@convention(c) (UInt, Words, UInt, Words) -> UInt).self)
        let end = function(.findFinal, as: (@convention(c) (UInt) -> UInt).self)
        try require(withTemplate(attributes) { begin?(session, $0, $1) })
        defer { _ = end?(session) }
        var objects: [UInt] = []
        while objects.count < 1024 {
            var room = [UInt](repeating: 0, count: 64)
            var count: UInt = 0
            try require(next?(session, &room, 64, &count))
            guard count <= 64 else { throw CardFailure(CardFailure.wrongLength) }
            if count == 0 { break }
            objects += room.prefix(Int(count))
        }
        return objects
    }

    /// Reads an attribute of an object.
    ///
    /// - Returns: nil if the object hasn't it, may not show it, or it is longer than `most` bytes.
    func value(
        _ type: UInt, of object: UInt, _ session: UInt, most: Int = 64 << 10
    ) throws(CardFailure) -> [UInt8]? {
        let call = function(
            .attributeValue, as: (@convention(c) (UInt, UInt, Words, UInt) -> UInt).self)
        // Without room, the module writes the length: all bits set where it has no value to show.
        var words = [type, 0, 0]
        let result = call?(session, object, &words, 1)
        if result == CardFailure.attributeSensitive || result == CardFailure.attributeTypeInvalid {
            return nil
        }
        try require(result)
        guard words[2] <= UInt(most) else { return nil }
        let count = Int(words[2])
        // One byte more, so that the address isn't null for an empty value.
        var bytes = [UInt8](repeating: 0, count: count + 1)
        let second = bytes.withUnsafeMutableBytes { room in
            words[1] = UInt(bitPattern: room.baseAddress)
            return call?(session, object, &words, 1)
        }
        try require(second)
        guard words[2] <= UInt(count) else { throw CardFailure(CardFailure.wrongLength) }
        return Array(bytes.prefix(Int(words[2])))
    }

    /// Reads the value of an object, of exactly `count` bytes.
    func secret(of object: UInt, _ session: UInt, count: Int) throws(CardFailure) -> SecretBytes {
        let call = function(
            .attributeValue, as: (@convention(c) (UInt, UInt, Words, UInt) -> UInt).self)
        var words: [UInt] = []
        var result: UInt?
        let secret = SecretBytes(count: count) { room in
            words = [CardNumber.value, UInt(bitPattern: room.baseAddress), UInt(count)]
            result = call?(session, object, &words, 1)
        }
        try require(result)
        guard words[2] == UInt(count) else { throw CardFailure(CardFailure.wrongLength) }
        return secret
    }

    /// Removes an object of the session. A failure doesn't matter, since the object ends with the session.
    func destroy(_ object: UInt, _ session: UInt) {
        _ = function(.destroyObject, as: (@convention(c) (UInt, UInt) -> UInt).self)?(
            session, object)
    }
}

// Operations of private keys.
extension CardModule {
    enum Operation { case sign, decrypt }

    /// Begins to sign or decrypt with a key (C_SignInit, C_DecryptInit).
    func begin(
        _ operation: Operation, _ mechanism: CardMechanism, _ key: UInt, _ session: UInt
    ) throws(CardFailure) {
        let call = function(
            operation == .sign ? .signInit : .decryptInit,
            as: (@convention(c) (UInt, Words, UInt) -> UInt).self)
        try require(mechanism.withWords { call?(session, $0, key) })
    }

    /// Ends the operation that was begun, and returns its result, of at most `most` bytes.
    func finish(
        _ operation: Operation, _ input: [UInt8], _ session: UInt, most: Int
    ) throws(CardFailure) -> SecretBytes {
        let call = function(
            operation == .sign ? .sign : .decrypt,
            as: (@convention(c) (UInt, Bytes?, UInt, Room?, Words) -> UInt).self)
        var count = UInt(most)
        var result: UInt?
        let output = SecretBytes(count: most) { room in
            result = call?(session, input, UInt(input.count), room.baseAddress, &count)
        }
        try require(result)
        guard count <= UInt(most) else { throw CardFailure(CardFailure.wrongLength) }
        return output.prefix(Int(count))
    }

    /// Derives a key, an object of the session.
    func derive(
        _ mechanism: CardMechanism, _ key: UInt, _ attributes: [CardValue], _ session: UInt
    ) throws(CardFailure) -> UInt {
        let call = function(
            .deriveKey,
            as: (@convention(c) (UInt, Words, UInt, Words, UInt, Words) -> UInt).self)
        var derived: UInt = 0
        try require(
            mechanism.withWords { words in
                withTemplate(attributes) { call?(session, words, key, $0, $1, &derived) }
            })
        return derived
    }
}

/// An attribute of an object with its value.
struct CardValue {
    let type: UInt
    let bytes: [UInt8]

    init(_ type: UInt, _ bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }

    init(_ type: UInt, number: UInt) {
        self.init(type, withUnsafeBytes(of: number) { [UInt8]($0) })
    }

    init(_ type: UInt, _ flag: Bool) { self.init(type, [flag ? 1 : 0]) }
}
