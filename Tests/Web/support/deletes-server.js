// What a server that knows deletes does beyond the others, each part of which a test can leave out.

import { isDeleted } from '../../../web/core/measurement.js'
import { areEqual } from '../../../web/core/precedence.js'
import { InvalidMeasurement, validate } from '../../../web/core/units.js'
import { asDeletion } from '../../../web/deletes/tombstone.js'
import { isSameVersion, versionOf } from '../../../web/deletes/versions.js'
import { FakeServer } from './fake-server.js'

const maximumCopyCount = 16

function validateWithDeletes(record) {
  if (!record.extra.includes('"deleted":')) return validate(record)
  if (isDeleted(record) && areEqual(record, asDeletion(record))) return
  throw new InvalidMeasurement('deleted_with_content', 'record', 'A deleted record holds nothing.')
}

function collapse(notes) {
  return { copies: [], through: notes.copies.reduce((one, { version }) => Math.max(one, version), notes.through) }
}

/** The notes of a record that replaced another one. */
function notesOf(record, replaced, origin, known = { copies: [], through: 0 }) {
  let notes = known
  const version = replaced && versionOf(replaced)
  if (version && origin && !isSameVersion(version, { digest: undefined, ...origin })) {
    notes = { ...notes, copies: [...notes.copies, version] }
  }
  return isDeleted(record) || notes.copies.length > maximumCopyCount ? collapse(notes) : notes
}

/** @param {{notes?: boolean, notesPass?: boolean, coversStale?: boolean, wellFormed?: boolean}} [rules] false: left out */
export function deletesServer({ notes = true, notesPass = true, coversStale = true, wellFormed = true } = {}) {
  const server = new FakeServer()
  server.features = 'base,deletes'
  server.chapter = {
    validate: wellFormed ? validateWithDeletes : validate,
    coversStale,
    beforeWrite: (tables, { bases = {} }) => (record, replaced) => {
      if (!notes) return
      const made = notesOf(record, replaced, bases[record.id], notesPass ? tables.notes.get(record.id) : undefined)
      tables.notes.set(record.id, made)
    },
    more(tables, ids) {
      const found = ids.map((id) => ({ id, ...tables.notes.get(id) })).filter(({ copies, through }) => copies?.length || through)
        .map(({ id, copies, through }) => ({ id, ...(copies.length && { copies }), ...(through && { through }) }))
      return found.length ? `,"overwritten":${JSON.stringify(found)}` : ''
    },
  }
  return server
}

