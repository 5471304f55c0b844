// What a login leaves on the disk, and what becomes of it when somebody touches it.
import Foundation
import Vitals

let folder = FileManager.default.temporaryDirectory.appending(path: "vitals-\(UUID().uuidString)")
let sealed = folder.appending(path: "token.sealed")
let store = SealedFileSecureStore(directory: folder.path)

func ask(_ moment: String, _ store: SealedFileSecureStore) {
    do {
        let token = try store.token()
        print("\(moment): \(token ?? "nobody has logged in")")
    } catch {
        print("\(moment): \(error)")
    }
}

ask("before a login", store)
try store.setToken("dev-token")
let first = try Data(contentsOf: sealed)
print("the file has \(first.count) bytes, of which the first is \(first[0])")
print("the token stands in it: \(first.range(of: Data("dev-token".utf8)) != nil)")
try store.setToken("dev-token")
var second = try Data(contentsOf: sealed)
print("the same token once more makes the same file: \(first == second)")
ask("asked for", store)

second[20] ^= 1
try second.write(to: sealed)
try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: sealed.path)
ask("one bit is changed", store)
try FileManager.default.removeItem(at: folder.appending(path: "token.key"))
ask("the key is gone", store)
try store.setToken("next-token")
ask("after the next login", store)
try FileManager.default.removeItem(at: folder)
