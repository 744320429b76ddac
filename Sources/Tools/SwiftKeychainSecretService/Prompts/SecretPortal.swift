// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainSystem
import Synchronization

/// The backend of the Secret portal (org.freedesktop.impl.portal.Secret, version 1): gives each confined application its own
/// secret, from which it derives the key of its files.
///
/// Only the frontend of the portal may call. It identifies the application by its sandbox.
final class SecretPortal: Sendable {
    /// The name that the frontend calls, from `keychain.portal`.
    static let bus = "org.freedesktop.impl.portal.desktop.keychain"
    static let path = "/org/freedesktop/portal/desktop"
    /// The name of the only program that may call.
    static let frontend = "org.freedesktop.portal.Desktop"
    static let interface = "org.freedesktop.impl.portal.Secret"
    private static let request = "org.freedesktop.impl.portal.Request"

    static let table = InterfaceTable(
        name: interface,
        methods: [
            InterfaceTable.Method(
                "RetrieveSecret",
                [("handle", "o"), ("app_id", "s"), ("fd", "h"), ("options", "a{sv}")],
                [("response", "u"), ("results", "a{sv}")])
        ],
        properties: [InterfaceTable.Property(name: "version", type: "u")])

    /// The answers of a portal: done, ended by the user, failed.
    private enum Response: UInt32 { case done = 0, canceled = 1, failed = 2 }

    /// The access group of the secrets, which no program without entitlements has.
    static let group = "keychain.portal"
    private static let secretBytes = 64
    /// How long an application may take to read its secret.
    private static let patience = Duration.seconds(5)

    /// A request in progress.
    private struct Request: Sendable {
        /// The unique name of the frontend's connection.
        let owner: String
        /// Invalidating it withdraws the question.
        let context = AuthenticationContext()
    }

    /// The requests in progress, by their paths: as many as there may be prompts, because each has a thread.
    ///
    /// The path of a request is the handle that the frontend chose for it.
    private let requests = Mutex<[String: Request]>([:])

    private let log: AccessLog

    init(_ log: AccessLog) { self.log = log }

    /// Carries out a call of the frontend, in a separate thread if the user may have to be asked.
    func perform(
        _ call: ServiceCall, _ caller: Callers.Caller,
        _ reply: @escaping @Sendable (SecretService.Answer) -> Void
    ) {
        switch (call.interface, call.member, call.signature) {
        case (Self.interface, "RetrieveSecret", "osha{sv}"):
            guard let handle = call.values[0].objectPath, let application = call.values[1].text,
                case .descriptor(let file) = call.values[2]
            else { break }
            guard !application.isEmpty else {
                return reply(.failure(.denied("the portal is for confined applications")))
            }
            @Sendable func answer(_ response: Response) {
                reply(.success([.uint32(response.rawValue), .variants([])]))
            }
            // Known before the next message is read, which may end it.
            let request = Request(owner: call.sender)
            let isRoom = requests.withLock { requests in
                guard requests.count < ServiceState.mostPromptsOfAll else { return false }
                requests[handle] = request
                return true
            }
            guard isRoom else { return answer(.failed) }
            @Sendable func finish(_ response: Response) {
                requests.withLock { $0[handle] = nil }
                answer(response)
            }
            var caller = caller
            caller.application = application
            let isStarted = DetachedThread.start { [caller] in
                finish(self.retrieve(application, file, request.context, caller))
            }
            if !isStarted { finish(.failed) }
            return
        case (Self.request, "Close", ""):
            requests.withLock { $0.removeValue(forKey: call.path) }?.context.invalidate()
            return reply(.success([]))
        case (ServiceNames.properties, "Get", "ss"):
            guard call.values[0].text == Self.interface, call.values[1].text == "version" else {
                return reply(.failure(.unknownProperty(call.values[1].text ?? "")))
            }
            return reply(.success([.variant(.uint32(1))]))
        case (ServiceNames.properties, "GetAll", "s"):
            return reply(.success([.variants([("version", .uint32(1))])]))
        case (ServiceNames.introspectable, "Introspect", ""):
            let isObject = call.path == Self.path
            let text = InterfaceTable.introspection(isObject ? Self.table : nil, children: [])
            return reply(.success([.string(text)]))
        default: break
        }
        reply(.failure(.unknownMethod(call.member)))
    }

    /// Withdraws the questions of a frontend that has left.
    func drop(_ client: String) {
        let requests = requests.withLock { $0.values.filter { $0.owner == client } }
        for request in requests { request.context.invalidate() }
    }

    /// Writes the secret of an application to a descriptor, after asking the user if the keychain is locked.
    ///
    /// - Parameter caller: the frontend, for the application.
    private func retrieve(
        _ application: String, _ file: BusDescriptor, _ context: AuthenticationContext,
        _ caller: Callers.Caller
    ) -> Response {
        do throws(KeychainError) {
            let secret = try Self.secret(of: application, context)
            guard Self.write(secret, to: file) else {
                throw KeychainError(.notAvailable, "the application doesn't read its secret")
            }
            log.record("RetrieveSecret", caller)
            return .done
        } catch {
            log.record("RetrieveSecret", caller, BusFailure(error))
            Log.failure(error, of: "RetrieveSecret")
            return [.userCanceled, .authenticationFailed].contains(error.code)
                || context.isInvalidated ? .canceled : .failed
        }
    }

    /// Returns what identifies the secret of an application.
    static func key(of application: String) -> [Attribute: AttributeValue] {
        [.service: .string(interface), .account: .string(application)]
    }

    static func newItem(
        _ secret: SecretBytes, of application: String
    ) throws(KeychainError) -> NewItem {
        var values = key(of: application)
        values[.label] = .string("Secret of \(application)")
        values[.accessible] = .string(ProtectionClass.afterFirstUnlock.rawValue)
        return try NewItem(.genericPassword, attributes: values, secret: secret)
    }

    /// Returns the secret of an application, which is made when it is asked for the first time.
    ///
    /// A secret that is there and can't be read is an error: a new one in its place would make the application's files
    /// unreadable for ever.
    static func secret(
        of application: String, _ context: AuthenticationContext
    ) throws(KeychainError) -> SecretBytes {
        let keychain = Keychain.login.acting(for: [group])
        if try keychain.lockState() == .beforeFirstUnlock {
            DesktopEnvironment.take()
            try keychain.unlock(
                asking: Authentication(context: context, reason: "An application needs it."))
        }
        // A second time, if another request makes the secret after it wasn't found.
        for _ in 0..<2 {
            if let secret = try storedSecret(of: application) { return secret }
            let secret = SecretBytes(count: secretBytes) { RandomSource.system.fill($0) }
            do throws(KeychainError) {
                try keychain.add(newItem(secret, of: application))
                return secret
            } catch {
                // Another request made it meanwhile.
                guard error.code == .duplicateItem else { throw error }
            }
        }
        throw KeychainError(.decode, "the secret of the application can't be read")
    }

    /// Writes a secret to a pipe or a socket; false if the reader doesn't take it in time.
    private static func write(_ secret: SecretBytes, to file: BusDescriptor) -> Bool {
        var status = stat()
        // A regular file would keep the secret.
        guard fstat(file.number, &status) == 0,
            [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
        else { return false }
        let end = ContinuousClock.now + patience
        return secret.withBytes { bytes in
            var written = 0
            while written < bytes.count, ContinuousClock.now < end {
                var polled = pollfd(fd: file.number, events: Int16(POLLOUT), revents: 0)
                guard poll(&polled, 1, 100) >= 0 else { return false }
                if polled.revents & Int16(POLLERR | POLLNVAL) != 0 { return false }
                guard polled.revents & Int16(POLLOUT) != 0 else { continue }
                let count = Glibc.write(
                    file.number, bytes.baseAddress! + written, bytes.count - written)
                if count < 0, errno != EAGAIN, errno != EINTR { return false }
                written += max(0, count)
            }
            return written == bytes.count
        }
    }
}
