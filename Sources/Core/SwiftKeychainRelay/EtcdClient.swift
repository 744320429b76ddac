// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainSystem

/// An etcd cluster, and who a client is to it.
package struct EtcdCluster: Sendable {
    /// The addresses of its members, such as `https://etcd.example.org:2379`.
    package let endpoints: [String]
    /// What the client's keys begin with, such as `/keychain/ann/`.
    package let prefix: String
    package let user: String
    package let password: SecretBytes
    /// The authorities of the servers, and the client's certificate if it has one.
    package let security: HTTPClient.Security
    /// The time for one answer, in milliseconds.
    package var milliseconds = 4000

    package init(
        endpoints: [String], prefix: String, user: String, password: SecretBytes,
        security: HTTPClient.Security
    ) {
        (self.endpoints, self.prefix) = (endpoints, prefix)
        (self.user, self.password, self.security) = (user, password, security)
    }
}

/// The calls to a cluster: through the JSON gateway that each member has (etcd 3.4), with the user's token.
///
/// A call that a member doesn't answer goes to the next one. That is safe for each call of a relay: what a device puts has
/// one content under one name, and a head is compared with the former one.
final class EtcdClient {
    let cluster: EtcdCluster
    /// The member that answered last, an index into the endpoints.
    private(set) var member = 0
    /// nil before the first call, and after the cluster refused one; empty on a cluster without users.
    private var token: String?
    private let connection: HTTPConnection

    /// The time until another attempt, while the members choose a leader, in microseconds.
    private static let pause: useconds_t = 250_000
    /// The bytes of an answer apart from values.
    private static let overhead = 8 << 10

    init(_ cluster: EtcdCluster) throws(RelayFailure) {
        precondition(!cluster.endpoints.isEmpty, "a cluster has members")
        self.cluster = cluster
        do throws(HTTPClient.Failure) {
            connection = try HTTPConnection(cluster.security)
        } catch { throw .unreachable(error.reason) }
    }

    /// Why one attempt failed.
    private enum Obstacle: Error {
        /// The member doesn't answer, or can't do anything now; another may.
        case member(String)
        /// The token isn't valid any more.
        case token
        /// The cluster isn't set up for the question.
        case precondition(String)
        /// Another attempt would fail in the same way.
        case final(RelayFailure)
    }

    /// Asks the cluster.
    ///
    /// - Parameter mostBytes: the limit on the values in the answer.
    /// - Throws: ``RelayFailure/unreachable(_:)`` once each member was tried twice; the cluster's own refusal at once.
    func call(
        _ path: String, _ request: EtcdRequest, mostBytes: Int = 0
    ) throws(RelayFailure) -> [String: JSONValue] {
        let most = Base64.encodedCount(mostBytes) + Self.overhead
        return try attempt { () throws(Obstacle) in
            let token = try validToken()
            return try request.bytes.span.bytes.withUnsafeBytes { body throws(Obstacle) in
                try post(path, body, token, most)
            }
        }
    }

    /// Returns the headers and the address for a question whose answer is a stream.
    func streamTarget(_ path: String) throws(RelayFailure) -> (url: String, headers: [String]) {
        let token = try attempt { () throws(Obstacle) in try validToken() }
        return (cluster.endpoints[member] + path, Self.headers(token))
    }

    /// Has the next call go to another member.
    func leaveMember() { member = (member + 1) % cluster.endpoints.count }

    /// Runs `body` until it succeeds: twice for each member, with a pause between, and with one new login.
    private func attempt<Answer>(
        _ body: () throws(Obstacle) -> Answer
    ) throws(RelayFailure) -> Answer {
        var (attempts, logins) = (2 * cluster.endpoints.count, 1)
        while true {
            let text: String
            do throws(Obstacle) { return try body() } catch {
                switch error {
                case .final(let failure): throw failure
                case .precondition(let text): throw .unreachable(text)
                case .token where logins > 0:
                    (token, logins) = (nil, logins - 1)
                    continue
                case .token: throw .denied("\(cluster.endpoints[member]): the token isn't valid")
                case .member(let reason): text = "\(cluster.endpoints[member]): \(reason)"
                }
            }
            attempts -= 1
            if attempts == 0 { throw .unreachable(text) }
            leaveMember()
            usleep(Self.pause)
        }
    }

    /// Returns the user's token, empty on a cluster without users.
    private func validToken() throws(Obstacle) -> String {
        if let token { return token }
        let request = EtcdRequest.authenticate(cluster.user, cluster.password)
        let answer: [String: JSONValue]
        do throws(Obstacle) {
            answer = try request.withBytes { body throws(Obstacle) in
                try post("/v3/auth/authenticate", body, "", Self.overhead)
            }
        } catch {
            // The cluster has no users.
            guard case .precondition = error else { throw error }
            token = ""
            return ""
        }
        // The token becomes a header, where a line end would begin another one.
        guard let fresh = answer["token"]?.string, fresh.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
        else { throw .final(.denied("\(cluster.endpoints[member]): no token")) }
        token = fresh
        return fresh
    }

    private static func headers(_ token: String) -> [String] {
        ["Content-Type: application/json"] + (token.isEmpty ? [] : ["Authorization: \(token)"])
    }

    /// Sends one question to the present member.
    ///
    /// - Parameter most: the limit on the bytes of the answer.
    private func post(
        _ path: String, _ body: UnsafeRawBufferPointer, _ token: String, _ most: Int
    ) throws(Obstacle) -> [String: JSONValue] {
        let answer: HTTPConnection.Answer
        do throws(HTTPClient.Failure) {
            answer = try connection.post(
                cluster.endpoints[member] + path, body, headers: Self.headers(token),
                mostBytes: most, milliseconds: cluster.milliseconds)
        } catch {
            switch error {
            case .refused(let reason): throw .final(.unreachable(reason))
            case .failed(let reason): throw .member(reason)
            case .tooLong: throw .final(.tooLarge("\(cluster.endpoints[member]): \(error.reason)"))
            }
        }
        let object = Self.object(answer.bytes)
        guard answer.status == 200 else { throw obstacle(answer.status, object) }
        guard let object else { throw .member("an answer that isn't JSON") }
        return object
    }

    /// Reads an answer; nil if it isn't a JSON object.
    static func object(_ bytes: [UInt8]) -> [String: JSONValue]? {
        bytes.withUnsafeBytes { try? JSONValue($0) }?.object
    }

    /// Returns what an answer means that isn't 200, by the code of gRPC in it.
    private func obstacle(_ status: Int, _ answer: [String: JSONValue]?) -> Obstacle {
        let message = String((answer?["message"]?.string ?? "HTTP status \(status)").prefix(200))
        let text = "\(cluster.endpoints[member]): \(message)"
        // gRPC: 3 invalid argument, 4 deadline exceeded, 7 permission denied, 8 resource exhausted, 9 failed
        // precondition, 13 internal, 14 unavailable, 16 unauthenticated. A server in front of the cluster may answer
        // without a code.
        switch answer?["code"]?.integer {
        // Unauthenticated. A change of the users makes tokens old, and has the code of a wrong argument.
        case 16: return .token
        case 3 where message.contains(part: "auth store is old"): return .token
        case 3 where message.contains(part: "authentication failed"):
            return .final(.denied("\(cluster.endpoints[member]): user or password is wrong"))
        case 7: return .final(.denied(text))
        case 8: return .final(.full("\(cluster.endpoints[member]): the cluster has no room left"))
        case 9: return .precondition(text)
        case nil where status == 401: return .token
        case nil where status == 403: return .final(.denied(text))
        case nil, 4, 13, 14: return .member(message)
        default: return .final(.unreachable(text))
        }
    }
}
