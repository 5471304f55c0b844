// Versions of a record, named without their content: a number, and a digest of the record.

import { canonicalJSON } from '../core/canonical-json.js'
import { parseUUID, recordToWire } from '../core/measurement.js'
import { maximumVersion } from '../core/units.js'
import { sha256 } from '../core/sha256.js'

/** Above this number the names collapse into `through`, so that no record carries a list without end. */
const maximumCopyCount = 16

/** What a new record was made from. */
export const noVersion = Object.freeze({ version: 0 })

/**
 * Names a record as it is.
 * @returns {{version: number, digest: string}} `digest`: the first 16 hexadecimal digits of the SHA-256 of the record's
 *   canonical JSON
 */
export const versionOf = (record) => (
  { version: record.version, digest: sha256(canonicalJSON(JSON.parse(recordToWire(record)))).slice(0, 16) })

export const isSameVersion = (one, other) => one.version === other.version && one.digest === other.digest

const isVersion = (value) => Number.isInteger(value) && value >= 1 && value <= maximumVersion

/**
 * Reads `overwritten` of a response. What has another shape is left out, because the records beside it are still good.
 * @returns {Map<string, {copies: {version: number, digest: string}[], through: number}>} by record; every version up to
 *   `through` counts as overwritten
 */
export function readOverwritten(json) {
  const found = new Map()
  for (const element of Array.isArray(json) ? json : []) {
    const id = parseUUID(element?.id)
    if (!id) continue
    const copies = (Array.isArray(element.copies) ? element.copies : []).filter((copy) =>
      isVersion(copy?.version) && /^[\da-f]{16}$/.test(copy.digest))
    const greatest = copies.length > maximumCopyCount ? copies.reduce((one, { version }) => Math.max(one, version), 0) : 0
    const through = Math.max(isVersion(element.through) ? element.through : 0, greatest)
    found.set(id, { copies: greatest ? [] : copies, through })
  }
  return found
}

/** True when this version was overwritten, or may have been. */
export const isOverwritten = ({ copies = [], through = 0 } = {}, version) =>
  version.version <= through || copies.some((copy) => isSameVersion(copy, version))
