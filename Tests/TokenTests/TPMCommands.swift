// SPDX-License-Identifier: Apache-2.0
import TokenTestSupport

@testable import SwiftKeychainTPM

/// What an administrator, another program or an attacker does to a TPM, in commands of its own.
struct TPMCommands {
    static let owner: UInt32 = 0x4000_0001
    static let endorsement: UInt32 = 0x4000_000b
    static let platform: UInt32 = 0x4000_000c
    static let persistentParent: UInt32 = 0x8100_0001

    struct Failure: Error {
        let code: UInt32
    }

    let address: TPMAddress

    init(_ tpm: SoftwareTPM) { address = tpm.address }

    /// Sends a command on a connection, and returns the answer behind its header.
    @discardableResult
    func send(
        _ code: UInt32, _ rest: [UInt8], isAuthorized: Bool = true, on connection: TPMConnection
    ) throws -> [UInt8] {
        let command = TPMWriter.unsized {
            $0.short(isAuthorized ? 0x8002 : 0x8001)
            $0.long(UInt32(10 + rest.count))
            $0.long(code)
            $0.append(rest)
        }
        var answer = TPMReader(try connection.exchange(command))
        _ = answer.bytes(6)
        let result = answer.long() ?? 1
        guard result == 0 else { throw Failure(code: result) }
        var left: [UInt8] = []
        while let byte = answer.bytes(1) { left += byte }
        return left
    }

    @discardableResult
    func send(_ code: UInt32, _ rest: [UInt8], isAuthorized: Bool = true) throws -> [UInt8] {
        try send(code, rest, isAuthorized: isAuthorized, on: TPMConnection(address))
    }

    /// A handle, and the authorization of one by its password.
    static func authorized(_ handles: [UInt32], password: [UInt8] = []) -> [UInt8] {
        TPMWriter.unsized {
            for handle in handles { $0.long(handle) }
            $0.long(UInt32(9 + password.count))
            $0.long(0x4000_0009)
            $0.append([0, 0, 0])
            $0.sized(password)
        }
    }

    /// Changes the value of a register in the bank of SHA-256.
    func extend(_ register: UInt32) throws {
        try send(
            0x182,
            Self.authorized([register])
                + TPMWriter.unsized {
                    $0.long(1)
                    $0.short(0x000b)
                    $0.append([UInt8](repeating: 1, count: 32))
                })
    }

    /// Has the TPM keep registers in the bank of SHA-1 alone from its next start on.
    func leaveOutSHA256() throws {
        let banks = TPMWriter.unsized {
            $0.long(2)
            $0.short(0x0004)
            $0.append([3, 0xff, 0xff, 0xff])
            $0.short(0x000b)
            $0.append([3, 0, 0, 0])
        }
        try send(0x12b, Self.authorized([Self.platform]) + banks)
    }

    func clear() throws { try send(0x126, Self.authorized([Self.platform])) }

    func setOwnerPassword(_ password: [UInt8], old: [UInt8] = []) throws {
        try send(
            0x129,
            Self.authorized([Self.owner], password: old)
                + TPMWriter.unsized { $0.sized(password) })
    }

    /// Makes a primary key, and keeps it at the handle of the parent.
    func keep(
        _ publicArea: [UInt8], of hierarchy: UInt32 = owner, password: [UInt8] = []
    ) throws {
        let connection = try TPMConnection(address)
        let input = TPMWriter.unsized {
            $0.append([0, 4, 0, 0, 0, 0])
            $0.sized(publicArea)
            $0.append([0, 0, 0, 0, 0, 0])
        }
        let isOwner = hierarchy == Self.owner
        let answer = try send(
            0x131, Self.authorized([hierarchy], password: isOwner ? password : []) + input,
            on: connection)
        let handle = answer.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        try send(
            0x120,
            Self.authorized([Self.owner, handle], password: password)
                + TPMWriter.unsized { $0.long(Self.persistentParent) },
            on: connection)
        try send(
            0x165, TPMWriter.unsized { $0.long(handle) }, isAuthorized: false, on: connection)
    }

    /// Removes the object at the handle of the parent.
    func removeParent() throws {
        try send(
            0x120,
            Self.authorized([Self.owner, Self.persistentParent])
                + TPMWriter.unsized { $0.long(Self.persistentParent) })
    }

    /// Defines NV indices until there is no room, also not for the counters that have a room of their own.
    func fillNV() throws {
        var index: UInt32 = 0x0150_0000
        // Written and read by owner and auth, noDA; counters.
        let (data, counter): (UInt32, UInt32) = (0x0204_0006, 0x0204_0016)
        for (size, attributes) in [(2048, data), (256, data), (32, data), (1, data), (8, counter)] {
            do {
                while true {
                    try define(at: index, attributes: attributes, size: UInt16(size))
                    index += 1
                }
            } catch let failure as Failure {
                guard failure.code == 0x14b else { throw failure }
            }
        }
    }

    /// Makes a counter with another secret, or another kind of data, at an index.
    func define(
        at index: UInt32, attributes: UInt32 = 0x0204_0014, size: UInt16 = 8
    ) throws {
        let area = TPMWriter.sized {
            $0.long(index)
            $0.short(0x000b)
            $0.long(attributes)
            $0.sized([])
            $0.short(size)
        }
        try send(0x12a, Self.authorized([Self.owner]) + [0, 0] + area)
    }

    /// Increments a counter without a secret.
    func increment(_ index: UInt32) throws {
        try send(0x134, Self.authorized([index, index]))
    }

    func undefine(_ index: UInt32) throws { try send(0x122, Self.authorized([Self.owner, index])) }

    /// The indices of the NV memory that are our counters'.
    func counters() throws -> [UInt32] {
        let answer = try send(
            0x17a,
            TPMWriter.unsized {
                $0.long(1)
                $0.long(TPMCounter.indices.lowerBound)
                $0.long(64)
            }, isAuthorized: false)
        var reader = TPMReader(answer)
        _ = reader.bytes(9)
        var found: [UInt32] = []
        while let handle = reader.long() {
            if TPMCounter.indices.contains(handle) { found.append(handle) }
        }
        return found
    }

    /// The objects and sessions that are loaded, and the sessions that are saved.
    func handles() throws -> [UInt32] {
        let ranges: [UInt32] = [0x8000_0000, 0x0200_0000, 0x0300_0000]
        return try ranges.flatMap { range in
            let answer = try send(
                0x17a,
                TPMWriter.unsized {
                    $0.long(1)
                    $0.long(range)
                    $0.long(64)
                }, isAuthorized: false)
            var reader = TPMReader(answer)
            _ = reader.bytes(9)
            var found: [UInt32] = []
            while let handle = reader.long() {
                if handle >> 24 == range >> 24 { found.append(handle) }
            }
            return found
        }
    }
}
