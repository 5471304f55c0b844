// The label of a record. On the wire it is the member `label`. A build from before labels keeps it among the members that it
// doesn't know, so every build reads and writes it there, and an edit by an old build can't strip it.

import { canonicalJSON, isSeen, isText } from '../core/canonical-json.js'
import { InvalidMeasurement } from '../core/units.js'

/** The longest label, in bytes of UTF-8. */
export const maximumLabelBytes = 200

/** The record with another label. Every other member stays. */
export const withLabel = (record, label) => (
  { ...record, extra: canonicalJSON({ ...JSON.parse(record.extra || '{}'), label }) })

const refusal = () => new InvalidMeasurement('bad_label', 'label', 'Name it in a line of a few words, such as “dizzy”.')

const isLabel = (label) => isText(label) && /\P{White_Space}/u.test(label) && !/\p{Cc}/u.test(label)
  && new TextEncoder().encode(label).length <= maximumLabelBytes

/**
 * The record with the label that a draft names. Throws `InvalidMeasurement` where the label isn't a line of text, or a
 * symptom has none: a server that knows labels would refuse it.
 */
export function withDraftLabel(record, { label }) {
  if (!isLabel(label ?? (record.kind === 'SYMPTOM' ? JSON.parse(record.extra || '{}').label : 'none'))) {
    throw refusal()
  }
  return label == null ? record : withLabel(record, label)
}

/** The same for a label that a person typed, which has something to see too. */
export function withTypedLabel(record, { label }) {
  if (typeof label === 'string' && !isSeen(label)) throw refusal()
  return withDraftLabel(record, { label })
}
