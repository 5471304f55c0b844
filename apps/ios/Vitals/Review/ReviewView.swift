import SwiftUI
import VitalsViewModels

/// The records that need a decision: edits that lost, and records that the server refused. Below them, what was deleted.
struct ReviewView: View {
    let phone: PhoneModel

    var body: some View {
        NavigationStack {
            List {
                ConflictsSection(model: phone.conflicts)
                RefusedSection(phone: phone)
                EntityReviewSections(phone: phone)
                DeletedSection(model: phone.deleted)
            }
            .overlay {
                if phone.conflicts.items.isEmpty, phone.refused.items.isEmpty, phone.deleted.items.isEmpty,
                    phone.entities.review.count == 0
                {
                    ContentUnavailableView(
                        "Nothing to decide", systemImage: "checkmark.seal",
                        description: Text("Edits that lost, refused records and deleted ones show up here."))
                }
            }
            .navigationTitle("Review")
        }
    }
}

#Preview("Something") { ReviewView(phone: .preview(.withRecords)) }
#Preview("Nothing") { ReviewView(phone: .preview(.empty)) }
