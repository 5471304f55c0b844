// changes: read-answer
// refused by: Step18PhrasesTests/readsNoAnswer()
// says: From [{"kind"
// breaks: read-answer.1
//
// Takes an array without the object around it. That isn't the answer that the schema asked for.

-        guard let json = try? JSONValue(parsing: text), let list = json["entries"]?.array else { return [] }
+        guard let json = try? JSONValue(parsing: text), let list = json.array ?? json["entries"]?.array else { return [] }
