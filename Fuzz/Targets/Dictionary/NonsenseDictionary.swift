// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

@_silgen_name("CFDictionaryCreate")
private func createDictionary(
    _ allocator: UnsafeRawPointer?, _ keys: UnsafeRawPointer?, _ values: UnsafeRawPointer?,
    _ count: Int, _ keyCallBacks: UnsafeRawPointer?, _ valueCallBacks: UnsafeRawPointer?
) -> Unmanaged<NSDictionary>?

/// The entries of a dictionary, which it makes in one of the ways that callers do.
struct NonsenseDictionary {
    typealias Entry = (key: AnyObject?, value: AnyObject?)

    private enum Maker { case swift, cWithoutCallBacks, cWithCallBacks, ownClass }

    private let maker: Maker
    private let entries: [Entry]

    /// Reads entries up to a zero in place of an entry, or to the end.
    init(_ input: inout FuzzBytes) {
        maker = input.choose(of: [.swift, .cWithoutCallBacks, .cWithCallBacks, .ownClass])
        let read = Self.readEntries(&input)
        entries = maker == .cWithoutCallBacks ? read : Self.unique(read, maker)
    }

    private static func readEntries(_ input: inout FuzzBytes) -> [Entry] {
        var entries: [Entry] = []
        // Sometimes more than the limit.
        if input.choose(64) == 63 {
            entries = (0..<120 + input.choose(16)).map {
                (NSString(string: "f\($0)"), NSNumber(value: $0))
            }
        }
        while !input.isAtEnd, entries.count < 160 {
            switch input.choose(32) {
            case 0: return entries
            case 1: entries.append((nil, Nonsense.value(&input)))
            case 2: entries.append((Nonsense.key(&input), nil))
            default: entries.append((Nonsense.key(&input), Nonsense.value(&input)))
            }
        }
        return entries
    }

    /// Returns the entries that a dictionary that compares its keys can have: strings and data, each
    /// once.
    ///
    /// With other keys Foundation traps, hashes without end, or finds equal keys with different
    /// hashes. Only dictionaries without callbacks have such keys.
    private static func unique(_ entries: [Entry], _ maker: Maker) -> [Entry] {
        var seen: Set<AnyHashable> = []
        return entries.filter { entry in
            guard entry.value != nil, let identity = identity(entry.key, maker) else {
                return false
            }
            // Foundation copies the data of a subclassed dictionary byte by byte.
            if maker == .ownClass, let data = entry.value as? NSData, data.length > 255 {
                return false
            }
            return seen.insert(identity).inserted
        }
    }

    private static func identity(_ key: AnyObject?, _ maker: Maker) -> AnyHashable? {
        if let data = key as? NSData { return maker == .ownClass ? nil : AnyHashable(data) }
        guard let text = key as? NSString else { return nil }
        let kind: AnyClass = type(of: text)
        let isNative = kind == NSString.self || kind == NSMutableString.self
        return isNative || maker == .cWithCallBacks ? text as String : nil
    }

    /// Calls `body` with a dictionary of the entries, added in order or in reverse.
    func withDictionary<Result>(reversed: Bool, _ body: (NSDictionary) -> Result) -> Result {
        let ordered: [Entry] = reversed ? entries.reversed() : entries
        // A dictionary without callbacks doesn't retain its entries.
        return withExtendedLifetime(entries) { body(make(ordered)) }
    }

    private func make(_ entries: [Entry]) -> NSDictionary {
        switch maker {
        case .swift:
            let (keys, values) = Self.objects(entries)
            return NSDictionary(objects: values, forKeys: keys, count: keys.count)
        case .ownClass:
            let (keys, values) = Self.objects(entries)
            return OwnDictionary(keys, values)
        case .cWithoutCallBacks:
            return Self.make(entries, nil, nil)
        case .cWithCallBacks:
            return Self.make(entries, Self.keyCallBacks, Self.valueCallBacks)
        }
    }

    private static func objects(_ entries: [Entry]) -> ([NSObject], [AnyObject]) {
        (entries.map { $0.key as! NSObject }, entries.map { $0.value! })
    }

    private static func make(
        _ entries: [Entry], _ keyCallBacks: UnsafeRawPointer?, _ valueCallBacks: UnsafeRawPointer?
    ) -> NSDictionary {
        func pointer(_ object: AnyObject?) -> UnsafeRawPointer? {
            object.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
        }
        let keys = entries.map { pointer($0.key) }
        let values = entries.map { pointer($0.value) }
        return createDictionary(nil, keys, values, keys.count, keyCallBacks, valueCallBacks)!
            .takeRetainedValue()
    }

    // Variables of Core Foundation that Swift can't name.
    nonisolated(unsafe) private static let keyCallBacks = variable("kCFTypeDictionaryKeyCallBacks")
    nonisolated(unsafe) private static let valueCallBacks = variable(
        "kCFTypeDictionaryValueCallBacks")

    private static func variable(_ name: String) -> UnsafeRawPointer {
        UnsafeRawPointer(dlsym(nil, name)!)
    }
}

/// A subclass of NSDictionary that makes its objects on demand.
private final class OwnDictionary: NSDictionary {
    private let keys: [NSObject]
    private let values: [NSObject: AnyObject]

    init(_ keys: [NSObject], _ values: [AnyObject]) {
        self.keys = keys
        self.values = Dictionary(uniqueKeysWithValues: zip(keys, values))
        super.init(objects: [], forKeys: [], count: 0)
    }

    required init?(coder: NSCoder) { nil }
    required init(
        objects: UnsafePointer<AnyObject>!, forKeys keys: UnsafePointer<NSObject>!, count: Int
    ) {
        (self.keys, values) = ([], [:])
        super.init(objects: objects, forKeys: keys, count: count)
    }

    override var count: Int { keys.count }

    override func object(forKey key: Any) -> Any? {
        (key as AnyObject as? NSObject).flatMap { values[$0] }.map(Self.fresh)
    }

    override func keyEnumerator() -> NSEnumerator {
        NSArray(array: keys.map(Self.fresh)).objectEnumerator()
    }

    private static func fresh(_ object: AnyObject) -> AnyObject {
        guard type(of: object) == NSString.self, let text = object as? String else { return object }
        return NSString(string: text)
    }
}
