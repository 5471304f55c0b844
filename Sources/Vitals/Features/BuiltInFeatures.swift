extension FeatureList {
    /// The features of this library, in the order in which they act. Those with targets of their own come in another list.
    public static let builtIn: FeatureList = FeatureList([
        // @from 17
        .deletes,
        // @end
        // @from 18
        .phrases,
        // @end
        // @from 20
        .live,
        .sessions,
        // @end
    ])
}
