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
        guard type(of: array) == Self.coreFoundationClass else {
            return (0..<array.count).map { array.object(at: $0) as AnyObject }
        }
        // Foundation's own way to an element ends the program where there is a null pointer.
        defer { withExtendedLifetime(array) {} }
        let pointer = Unmanaged.passUnretained(array).toOpaque()
        return (0..<array.count).map { index in
            getValue(pointer, index).map {
                Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
            }
        }
    }

    /// The class, without a public name, of arrays that Core Foundation made.
    private static let coreFoundationClass: AnyClass? =
        createArray(nil, nil, 0, nil).map { type(of: $0.takeRetainedValue()) }
}
