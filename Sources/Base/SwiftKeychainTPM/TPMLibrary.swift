// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainSystem

/// The functions of libtss2-esys and libtss2-mu, which are loaded when a TPM is used for the first time.
///
/// No header of theirs is needed: structures are opaque memory, which libtss2-mu reads from and writes as the
/// bytes that the TPM 2.0 specification defines.
struct TPMLibrary: @unchecked Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    /// The place of a structure that the library allocates.
    typealias Output = UnsafeMutablePointer<UnsafeMutableRawPointer?>

    static let files = ["libtss2-mu.so.0", "libtss2-esys.so.0"]
    /// Nil if a library isn't installed, and in a static program, which can't load any.
    static let shared = TPMLibrary()

    private let libraries: [LoadedLibrary]

    private init?() {
        guard let libraries = try? Self.files.map(LoadedLibrary.init) else { return nil }
        self.libraries = libraries
        Self.silence()
    }

    /// Keeps libtss2 from writing errors to standard error unless the user wants them, by its environment
    /// variable. setenv() could free what another thread reads; the old array stays here.
    private static func silence() {
        typealias Variables = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
        guard getenv("TSS2_LOG") == nil,
            let place = dlsym(nil, "environ")?.assumingMemoryBound(to: Variables?.self),
            let old = place.pointee
        else { return }
        var count = 0
        while old[count] != nil { count += 1 }
        let new = Variables.allocate(capacity: count + 2)
        new.update(from: old, count: count)
        new[count] = strdup("TSS2_LOG=all+none")
        new[count + 1] = nil
        place.pointee = new
    }

    /// Returns a function, which every version of the libraries has.
    func function<Function>(_ name: String) -> Function {
        for library in libraries {
            if let function = try? library.symbol(name) as Function { return function }
        }
        fatalError("libtss2 has no \(name)")
    }

    /// Returns the bytes of a structure that the library allocated, which has no secret.
    func take(_ pointer: Pointer?, _ type: String) -> [UInt8]? {
        guard let pointer else { return nil }
        defer { free(pointer) }
        let marshal: @convention(c) (Pointer, Pointer, Int, UnsafeMutablePointer<Int>) -> UInt32 =
            function("Tss2_MU_\(type)_Marshal")
        var bytes = [UInt8](repeating: 0, count: TPMStructure.size)
        var count = 0
        let result = bytes.withUnsafeMutableBytes {
            marshal(pointer, $0.baseAddress!, $0.count, &count)
        }
        guard result == 0 else { return nil }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Frees what the library allocated, without wiping it.
    func free(_ pointer: Pointer?) {
        let free: @convention(c) (Pointer?) -> Void = function("Esys_Free")
        free(pointer)
    }
}

/// The memory of one structure of libtss2, wiped when it goes.
final class TPMStructure {
    /// More than any structure has.
    static let size = 4096

    let pointer: UnsafeMutableRawPointer

    /// Makes an empty structure.
    init() {
        pointer = .allocate(byteCount: Self.size, alignment: 16)
        memset(pointer, 0, Self.size)
    }

    /// Makes a structure with a `TPM2B` of plain bytes: the size as 16 bits in the machine's byte order, then the bytes.
    ///
    /// - Parameter offset: the place of the `TPM2B`.
    convenience init(sized bytes: some Collection<UInt8>, at offset: Int = 0) {
        self.init()
        precondition(bytes.count <= Self.size - 2 - offset)
        pointer.storeBytes(of: UInt16(bytes.count), toByteOffset: offset, as: UInt16.self)
        UnsafeMutableRawBufferPointer(start: pointer + offset + 2, count: bytes.count)
            .copyBytes(from: bytes)
    }

    /// Makes a structure from the bytes that the specification defines; nil if they aren't one.
    convenience init?(_ type: String, _ bytes: [UInt8], _ library: TPMLibrary) {
        self.init()
        let read:
            @convention(c) (
                UnsafePointer<UInt8>, Int, UnsafeMutablePointer<Int>, UnsafeMutableRawPointer
            ) -> UInt32 = library.function("Tss2_MU_\(type)_Unmarshal")
        var offset = 0
        guard read(bytes, bytes.count, &offset, pointer) == 0, offset == bytes.count else {
            return nil
        }
    }

    deinit {
        explicit_bzero(pointer, Self.size)
        pointer.deallocate()
    }
}
