extension PhoneModel {
    /// Deletes with undo, and the deleted records that can still be brought back.
    public var deleted: DeletedModel { chapters.deleted }
}
