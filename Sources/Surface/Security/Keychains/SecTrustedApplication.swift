// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// A program named in an access object, by the path of its executable file.
///
/// The path is kept, and not enforced: access groups decide which programs see an item.
public final class SecTrustedApplication: CoreFoundationObject, @unchecked Sendable {
    private let bytes: Mutex<Data>

    init(_ path: Data) {
        bytes = Mutex(path)
    }

    /// The bytes of the path.
    var path: Data {
        get { bytes.withLock { $0 } }
        set { bytes.withLock { $0 = newValue } }
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecTrustedApplication)?.path == path
    }

    /// The same for all, since the path of an object can change.
    public override var hash: Int { 1 }
}

/// Returns the Core Foundation type of ``SecTrustedApplication``.
public func SecTrustedApplicationGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecTrustedApplication.self)
}

/// Names a program by the path of its file.
///
/// - Parameters:
///   - path: nil for the running program.
///   - app: receives the object; unchanged after a failure.
/// - Returns: `errSecSuccess`; `errSecParam` for an empty path and where there is no file.
@discardableResult
public func SecTrustedApplicationCreateFromPath(
    _ path: UnsafePointer<CChar>?, _ app: UnsafeMutablePointer<SecTrustedApplication?>
) -> OSStatus {
    LastError.status {
        let name = path.map { String(path: $0) } ?? System.linkTarget("/proc/self/exe") ?? ""
        guard !name.isEmpty, (try? System.status(following: name)) != nil else {
            throw KeychainError(.parameter, "path: no such file")
        }
        app.pointee = SecTrustedApplication(Data(name.pathBytes))
    }
}

/// Returns the path of a program, with a zero byte at its end.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustedApplicationCopyData(
    _ appRef: SecTrustedApplication, _ data: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    data.receive((appRef.path + [0]) as CFData)
}

/// Sets the path of a program.
///
/// - Parameter data: the path; a zero byte ends it.
/// - Returns: `errSecSuccess`; `errSecParam` for an empty path.
@discardableResult
public func SecTrustedApplicationSetData(
    _ appRef: SecTrustedApplication, _ data: CFData
) -> OSStatus {
    LastError.status {
        let path = Data((data as Data).prefix { $0 != 0 })
        guard !path.isEmpty else { throw KeychainError(.parameter, "data: empty") }
        appRef.path = path
    }
}
