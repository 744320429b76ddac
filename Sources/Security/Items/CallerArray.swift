import Foundation

@_silgen_name("CFArrayGetValueAtIndex")
private func getValue(_ array: UnsafeRawPointer, _ index: Int) -> UnsafeRawPointer?

@_silgen_name("CFArrayCreate")
private func createArray(
    _ allocator: UnsafeRawPointer?, _ values: UnsafeRawPointer?, _ count: Int,
    _ callBacks: UnsafeRawPointer?
) -> Unmanaged<NSArray>?

extension CallerValue {
    /// The elements of an array, or the object itself; nil stands for a null pointer, which an array
    /// made in C can hold.
    var elements: [AnyObject?] {
        guard let array = object as? NSArray else { return [object] }
        guard Self.isListedByPointers(array) else {
            return (0..<array.count).map { array.object(at: $0) as AnyObject }
        }
        // Foundation's own way to an element ends the program where there is a null pointer, in the
        // array or in one inside it, and copies data byte by byte.
        defer { withExtendedLifetime(array) {} }
        let pointer = Unmanaged.passUnretained(array).toOpaque()
        return (0..<array.count).map { index in
            getValue(pointer, index).map {
                Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
            }
        }
    }

    /// Tells whether the array holds its objects itself.
    ///
    /// A subclass written in Swift may make them while it is asked, and nobody would hold them.
    private static func isListedByPointers(_ array: NSArray) -> Bool {
        let kind: AnyClass = type(of: array)
        return kind == NSArray.self || kind == NSMutableArray.self || kind == coreFoundationClass
    }

    /// The class, without a public name, of arrays that Core Foundation made.
    private static let coreFoundationClass: AnyClass? =
        createArray(nil, nil, 0, nil).map { type(of: $0.takeRetainedValue()) }
}
