// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainDaemon
import SwiftKeychainRemote
import SwiftKeychainService
import Testing

/// Descriptors that a program passes: to close one may take as long as the program likes.
@Suite(.serialized) struct PassedDescriptorTests {
    let home = TemporaryHome()

    /// Sends a byte with a descriptor; returns the number of bytes sent.
    private func pass(_ descriptor: Int32, in connection: Int32) -> Int {
        var control = [UInt64](repeating: 0, count: 3)
        return control.withUnsafeMutableBytes { control in
            control.storeBytes(of: 20, as: Int.self)
            control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
            control.storeBytes(of: 1, toByteOffset: 12, as: Int32.self)  // SCM_RIGHTS
            control.storeBytes(of: descriptor, toByteOffset: 16, as: Int32.self)
            var byte: UInt8 = 0
            return withUnsafeMutablePointer(to: &byte) { byte in
                var part = iovec(iov_base: byte, iov_len: 1)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (part, 1)
                    (message.msg_control, message.msg_controllen) = (control.baseAddress, 24)
                    return sendmsg(connection, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    private static let canForbid: Bool = {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return keychain_forbid_descriptors(descriptor) == 0
    }()

    @Test(.enabled(if: canForbid, "needs SO_PASSRIGHTS, of Linux 6.16"))
    func theKernelRefusesThem() throws {
        let daemon = try TestDaemon(home: home.path)
        defer { daemon.stop() }
        let client = try RawClient(daemon.socket)
        #expect(pass(0, in: client.descriptor) == -1 && errno == EPERM)
        try client.open(daemon.home)
        #expect(pass(0, in: client.descriptor) == -1 && errno == EPERM)
    }

    /// A connection to a listener that reads nothing. It holds whoever closes it until the listener ends.
    private func lingering(to address: sockaddr_in) throws -> Int32 {
        var address = address
        let descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        let bytes = [UInt8](repeating: 0, count: 1 << 20)
        while send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) > 0 {}
        var wait = linger(l_onoff: 1, l_linger: 600)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &wait, socklen_t(MemoryLayout<linger>.size))
        return descriptor
    }

    /// Runs a service of which `count` clients pass descriptors that hold whoever closes them. They do so before the service
    /// accepts their connections, so that it has the only descriptors.
    private func withHeldDescriptors(
        _ count: Int, _ configure: (inout Daemon.Configuration) -> Void,
        _ body: (RemoteAddress) throws -> Void
    ) throws {
        let socket = home.path + "/run/s"
        let location = Location(home: home.path)
        var configuration = Daemon.Configuration(mode: .user, socket: socket, home: location)
        configuration.forbidsDescriptors = false
        configure(&configuration)
        let daemon = try Daemon(configuration)
        let (listener, address) = try listener()
        let clients = try (0..<count).map { _ in
            let descriptor = try lingering(to: address)
            let client = try RawClient(socket)
            #expect(pass(descriptor, in: client.descriptor) == 1)
            close(descriptor)
            return client
        }
        let isOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            daemon.run()
            isOver.signal()
        }
        for client in clients {
            guard case .greeting? = try client.receive(), case .refusal? = try client.receive()
            else { throw KeychainError(.decode, "not refused") }
        }
        let result = Result { try body(RemoteAddress(socket: socket, home: location)) }
        // The end of the service doesn't wait for them either.
        daemon.stop()
        isOver.wait()
        close(listener)
        try result.get()
    }

    @Test func descriptorsThatDoNotCloseHoldNobodyUp() throws {
        try withHeldDescriptors(12, { $0.mostThreads = 4 }) { address in
            let remote = RemoteService(address)
            for _ in 0..<5 {
                remote.disconnect()
                let reply = remote.perform(
                    Request(.keychainList, at: address.home), from: .unsigned, progress: nil)
                guard case .keychainList = reply else {
                    Issue.record("\(reply)")
                    continue
                }
            }
        }
    }

    /// A request that the service won't carry out isn't taken, however long the closing takes.
    @Test func aConnectionThatIsGivenUpTakesNoRequest() throws {
        // Two connections of one user: the one that is held, and one more.
        try withHeldDescriptors(1, { $0.mostConnections = 4 }) { address in
            let client = try RawClient(address.socket)
            try client.open(address.home)
            let request = Frame.request(
                SentRequest(Request(.keychainList, at: address.home)).encoded, groups: [])
            client.send(request)
            guard case .reply? = try client.receive() else {
                throw KeychainError(.decode, "no reply")
            }
            // A new connection is closed until the first one waits.
            var isAccepted = false
            for _ in 0..<10_000 where !isAccepted {
                let other = try RawClient(address.socket)
                if case .greeting? = try other.receive(within: .milliseconds(50)) {
                    isAccepted = true
                }
            }
            #expect(isAccepted)
            #expect(client.send([1]) == -1 && errno == EPIPE)
        }
    }

    /// Makes a socket that listens, and accepts nothing.
    private func listener() throws -> (Int32, sockaddr_in) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        try #require(listens)
        return (listener, address)
    }
}
