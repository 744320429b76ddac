import Glibc
import KeychainModel

/// Makes and judges the folder a store lies in.
enum StoreFolder {
    /// Gives the folder with symbolic links followed, made with its parents, mode 0700, when absent.
    ///
    /// - Throws: `notAvailable` on a network file system: a write-ahead log needs shared memory.
    static func prepare(_ paths: StorePaths) throws(KeychainError) -> StorePaths {
        let path = paths.directory
        try translating { () throws(SystemError) in try make(path) }
        let resolved = try translating { () throws(SystemError) in try System.resolve(path) }
        if let name = try NetworkFileSystem.name(at: resolved) {
            throw KeychainError(
                .notAvailable,
                "\(resolved): lies on \(name), where processes of several machines cannot share it")
        }
        return StorePaths(directory: resolved, fileName: paths.fileName)
    }

    private static func make(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try System.makeDirectory(path)
        } catch {
            switch error.number {
            case EEXIST: return
            case ENOENT:
                guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
                    throw error
                }
                try make(String(path[..<slash]))
                do throws(SystemError) {
                    try System.makeDirectory(path)
                } catch  where error.number == EEXIST {}
            case EROFS, EACCES:
                // It may be there all the same; then nothing has to be made.
                guard access(path, F_OK) == 0 else { throw error }
            default: throw error
            }
        }
    }
}
