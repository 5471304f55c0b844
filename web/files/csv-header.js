// What the columns of a CSV file are, by their names.

import { kilogramsPerPound, kilometresPerMile } from '../core/units.js'
import { Question } from './question.js'

/** By kind: the names of units, and the factor and the divisor to the kind's own. The first is the usual one. */
const units = {
  WEIGHT: [['kg', 'kgs kilogram kilograms'], ['lb', 'lbs pound pounds', kilogramsPerPound], ['g', 'gram grams', 1, 1000]],
  DISTANCE: [['km', 'kilometres kilometers'], ['mi', 'mile miles', kilometresPerMile], ['m', 'metres meters', 1, 1000]],
  HEIGHT: [['cm', 'centimetres centimeters'], ['m', 'metres meters', 100], ['in', 'inch inches', 2.54]],
  BODY_FAT: [['%', 'percent']],
  STEPS: [['steps', 'count']],
  HEART_RATE: [['bpm', 'count/min 1/min']],
  ACTIVE_ENERGY: [['kcal', 'cal kilocalories'], ['kJ', 'kj kilojoules', 1, 4.184]],
}

const isOpen = (kind) => ['WEIGHT', 'DISTANCE', 'HEIGHT'].includes(kind)

const unitOf = ([name, , factor = 1, divisor = 1]) => ({ name, factor, divisor })

/** The unit of a kind that a word means; null if the kind isn't measured in it. */
export function unitNamed(word, kind) {
  const plain = word.toLowerCase().replace(/[ .]/g, '')
  const found = units[kind]?.find(([name, others]) => name === plain || others.split(' ').includes(plain))
  return found ? unitOf(found) : null
}

/** The names of a kind's units, for a person to choose from. */
export const unitNames = (kind) => units[kind]?.map(([name]) => name) ?? []

const kinds = {
  WEIGHT: 'weight|body weight|bodyweight|gewicht|körpergewicht|average weight|peso|poids',
  BODY_FAT: 'fat|body fat|bodyfat|fat ratio|fat percentage|body fat percentage|körperfett',
  HEIGHT: 'height|body height|größe|körpergröße',
  STEPS: 'steps|step count|total steps|schritte',
  HEART_RATE: 'heart rate|heartrate|pulse|puls',
  DISTANCE: 'distance|total distance|distanz|strecke',
  ACTIVE_ENERGY: 'active energy|active calories|activity calories',
}
const kindOf = new Map(Object.entries(kinds).flatMap(([kind, words]) => words.split('|').map((word) => [word, kind])))

const dateNames = ['datetime|date time|date/time|date and time|timestamp|recordedat|recorded at|measured at',
  'date|datum|day|tag|fecha|time of measurement'].map((words) => words.split('|'))
const timeNames = ['time', 'uhrzeit', 'zeit', 'hora', 'heure']
const ownNames = { id: 'id', kind: 'kind', value: 'value', unit: 'unit', recordedat: 'recordedAt', label: 'label', source: 'source', start: 'start' }

/** `Weight (kg)` is `weight` in `kg`. */
function nameOf(cell) {
  const text = cell.trim()
  const [, word, unit, percent] = /^(.*?)(?:[([]([^([]*)[)\]]|(%))?$/s.exec(text.toLowerCase().replaceAll('_', ' '))
  return { text, word: word.trim(), unit: unit?.trim() ?? percent ?? null }
}

const programs = [
  ['Vitals', ['id', 'kind', 'value', 'unit', 'recordedat']],
  ['openScale', ['datetime', 'weight', 'caliper1']],
  ['openScale', ['datetime', 'weight', 'visceralfat']],
  ['Withings', ['date', 'weight', 'fat mass']],
  ['Google Takeout', ['date', 'move minutes count']],
  ['Fitbit', ['date', 'weight', 'bmi', 'fat']],
  ['Fitbit', ['date', 'steps', 'activity calories']],
]

/** Reads `date=Datum,weight:kg=Gewicht`. A name may have commas. */
export function namedColumns(text) {
  const columns = []
  for (const part of text.split(',')) {
    const [, role, header] = /^([\p{L}\-_: /%]+)=(.*)$/su.exec(part) ?? []
    if (role) columns.push({ role: role.trim().toLowerCase(), header: header.trim() })
    else if (columns.length) columns.at(-1).header += `,${part}`
  }
  return columns
}

const isNamed = ({ text }, header) => text.toLowerCase() === header.trim().toLowerCase()

function roleOf({ role }, { text, unit }) {
  const [word, said = unit] = role.split(':')
  if (['date', 'time', 'skip'].includes(word)) return { role: word }
  const kind = word.toUpperCase().replaceAll('-', '_')
  if (!units[kind]) throw new Question('columns', `A column can’t be “${role}”.`)
  if (said === null && isOpen(kind)) throw noUnit(kind, text)
  const found = said === null ? unitOf(units[kind][0]) : unitNamed(said, kind)
  if (!found) throw new Question('columns', `“${text}” is in “${said}”, which isn’t one of ${unitNames(kind).join(', ')}.`)
  return { role: 'measure', kind, unit: found }
}

const noUnit = (kind, text) => Object.assign(
  new Question('columns', `The file doesn’t say in which unit “${text}” is.`), { kind, header: text })

/**
 * Reads a row as a header.
 * @returns {Object|null} `columns`, each with its `name` and, if it's taken, its `role`; null if the row has no date, or nothing that
 *   is measured. Throws `Question` for a unit that has to be said
 */
export function readHeader({ line, cells }, named = []) {
  const names = cells.map(nameOf)
  const words = new Set(names.map(({ word }) => word))
  const program = programs.find(([, needed]) => needed.every((word) => words.has(word)))?.[0] ?? null
  const columns = names.map(({ text }) => ({ name: text }))
  const header = { line, program, columns, isOwn: program === 'Vitals' }
  if (header.isOwn) {
    names.forEach(({ word }, place) => Object.hasOwn(ownNames, word) && (columns[place].role = ownNames[word]))
    return header
  }
  for (const column of named) {
    const place = names.findIndex((name) => isNamed(name, column.header))
    if (place >= 0) Object.assign(columns[place], roleOf(column, names[place]))
  }
  const has = (role) => columns.some((column) => column.role === role)
  if (!has('date')) {
    const group = dateNames.find((group) => names.some(({ word }) => group.includes(word)))
    const place = names.findIndex(({ word }) => group?.includes(word))
    if (place < 0) return null
    columns[place].role = 'date'
  }
  if (!has('time')) {
    const place = names.findIndex(({ word }, place) => timeNames.includes(word) && columns[place].role !== 'skip')
    if (place >= 0) columns[place].role ??= 'time'
  }
  names.forEach((name, place) => columns[place].role || takeMeasure(header, place, name))
  return has('measure') ? header : null
}

function takeMeasure({ columns, program }, place, { text, word, unit }) {
  const kind = kindOf.get(word)
  if (!kind || columns.some((column) => column.kind === kind)) return
  if (unit === null && isOpen(kind) && program !== 'openScale') throw noUnit(kind, text)
  const found = unit === null ? unitOf(units[kind][0]) : unitNamed(unit, kind)
  if (found) Object.assign(columns[place], { role: 'measure', kind, unit: found })
}
