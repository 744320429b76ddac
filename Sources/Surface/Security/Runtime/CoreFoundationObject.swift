// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The superclass of all reference classes: an object that Swift and Core Foundation both understand.
///
/// A program written for Apple's platforms passes `SecKey` and the others to CFRetain, CFGetTypeID, arrays and
/// dictionaries. On Linux no compiler bridge does that, so each object has the memory layout of a Core Foundation
/// object: `CoreFoundationRuntime` says how. Only the classes of this module inherit from it.
public class CoreFoundationObject: NSObject {
    // The first stored property: C code reads it as the third word of the object, see
    // ``CoreFoundationRuntime``.
    private final var header: UInt64 = 0

    override init() {
        super.init()
        header = CoreFoundationRuntime.header(of: Self.self)
    }

    /// The kind of object, without anything the user stored.
    public override var description: String { "<\(Self.self)>" }

    public override var debugDescription: String { description }
}

// The functions of the toolchain's Core Foundation that this module calls. They are declared by
// their symbols, with raw pointers, because importing the Clang module here would bring a second
// `CFString`, and then an overlay of that module couldn't be built together with this one.

@_silgen_name("_CFRuntimeRegisterClass")
private func registerClass(_ description: UnsafeRawPointer) -> CFTypeID

@_silgen_name("_CFRuntimeBridgeTypeToClass")
private func bridgeTypeToClass(_ type: CFTypeID, _ isa: UnsafeRawPointer)

@_silgen_name("CFStringCreateWithBytes")
private func createString(
    _ allocator: UnsafeRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: CFIndex,
    _ encoding: UInt32, _ isExternal: UInt8
) -> UnsafeMutableRawPointer?

/// The registration of the reference classes with the Core Foundation runtime.
///
/// A Core Foundation object begins with three words: its class, its reference count, and a header
/// word that holds the type and the bit that marks a counted object. Swift lays out the first two;
/// the third is the first stored property of ``CoreFoundationObject``. Once type and class are tied
/// together, CFRetain, CFRelease, CFGetTypeID, CFEqual, CFHash and CFCopyDescription work on the
/// object, and so do the collections.
enum CoreFoundationRuntime {
    /// The type of each reference class.
    ///
    /// Registration is not safe against itself, so that all classes are registered at once.
    static let types: [ObjectIdentifier: CFTypeID] = {
        let classes: [CoreFoundationObject.Type] = [
            SecKeychainItem.self, SecKeychain.self, SecAccessControl.self, SecCertificate.self,
            SecKey.self, SecIdentity.self, SecPolicy.self, SecTrust.self, SecKeychainSearch.self,
            SecAccess.self, SecACL.self, SecTrustedApplication.self, SecTask.self,
            CMSDecoder.self, CMSEncoder.self, OS_sec_identity.self, OS_sec_certificate.self,
            OS_sec_trust.self,
        ]
        return Dictionary(
            uniqueKeysWithValues: classes.map { (ObjectIdentifier($0), register($0)) })
    }()

    /// Returns the type of a reference class.
    static func type(of reference: CoreFoundationObject.Type) -> CFTypeID {
        guard let type = types[ObjectIdentifier(reference)] else {
            fatalError("\(reference) is not registered with Core Foundation")
        }
        return type
    }

    /// Makes the header word of an object: the type, and the mark of a counted object.
    static func header(of reference: CoreFoundationObject.Type) -> UInt64 {
        UInt64(type(of: reference)) << 8 | 0x80
    }

    /// Registers a class with the runtime, and ties the type to it, so that Foundation finds the class of an object by
    /// its type.
    private static func register(_ reference: CoreFoundationObject.Type) -> CFTypeID {
        // The runtime keeps the pointers: description and name live as long as the process.
        let description = UnsafeMutablePointer<ClassDescription>.allocate(capacity: 1)
        description.initialize(to: ClassDescription(name: strdup("\(reference)")))
        let type = registerClass(description)
        bridgeTypeToClass(type, unsafeBitCast(reference as AnyClass, to: UnsafeRawPointer.self))
        return type
    }

    /// The description of a class for the runtime: version 0 of its structure, twelve words.
    private struct ClassDescription {
        typealias One = @convention(c) (UnsafeRawPointer) -> UInt
        typealias Equal = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt8
        typealias Describe = @convention(c) (UnsafeRawPointer) -> UnsafeMutableRawPointer?
        typealias Format =
            @convention(c) (UnsafeRawPointer, UnsafeRawPointer?) -> UnsafeMutableRawPointer?

        var version: Int = 0
        var name: UnsafeMutablePointer<CChar>?
        var initialise: Int = 0
        var copy: Int = 0
        var finalise: Int = 0
        var equal: Equal = { object($0).isEqual(object($1)) ? 1 : 0 }
        var hash: One = { UInt(bitPattern: object($0).hash) }
        var format: Format = { subject, _ in text(object(subject).description) }
        var describe: Describe = { text(object($0).debugDescription) }
        var reclaim: Int = 0
        var count: Int = 0
        var alignment: Int = 0
    }

    private static func object(_ pointer: UnsafeRawPointer) -> CoreFoundationObject {
        Unmanaged<CoreFoundationObject>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Makes a genuine CFString, owned by the caller: what C code expects of a description.
    private static func text(_ string: String) -> UnsafeMutableRawPointer? {
        let utf8 = Array(string.utf8)
        return createString(nil, utf8, utf8.count, 0x0800_0100, 0)
    }
}
