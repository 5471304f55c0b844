// Entities as screens get them: from the cached view, by way of the gate that hides what isn't complete yet.

import { foldedName } from './fields.js'
import { requiredReferences, types } from './types.js'
import { gated, resolve } from './view.js'

/** True where an entity of this type and id is shown, the gate included. No type that is referred to requires another one. */
export async function viewIsShown(entities, id, typeName) {
  const view = id ? await entities.view(id) : undefined
  return view?.type === typeName && types.has(typeName)
}

/** One entity, also by an id that another one replaced; null where it isn't shown. */
export async function shownEntity(entities, id) {
  if (typeof id !== 'string') return null
  const replaced = await entities.replaced()
  const view = await entities.view(resolve(replaced, id))
  if (!view || !types.has(view.type)) return null
  const shown = new Set()
  for (const { kind, content, name, to } of types.get(view.type).fields) {
    if (content !== 'reference') continue
    for (const each of kind === 'set' ? view.fields[name] ?? [] : [view.fields[name]]) {
      const target = resolve(replaced, each)
      if (await viewIsShown(entities, target, to)) shown.add(target)
    }
  }
  return gated(view, replaced, (target) => shown.has(target), entities.rules.gate)
}

const labelOf = ({ fields }) => foldedName(String(fields.name ?? fields.title ?? fields.start ?? ''))

/** All entities of a type that are shown, by name. */
export async function list(entities, typeName) {
  const type = types.get(typeName)
  if (!type) return []
  const replaced = await entities.replaced()
  const shown = new Map()
  for (const { to } of type.fields) {
    if (to && !shown.has(to)) shown.set(to, new Set((await entities.viewsOf(to)).map(({ id }) => id)))
  }
  const found = (await entities.viewsOf(typeName)).flatMap((view) => (
    gated(view, replaced, (id, to) => shown.get(to).has(id), entities.rules.gate) ?? []))
  const keyed = found.map((entity) => [labelOf(entity), entity])
  return keyed.sort(([one, a], [other, b]) => (one < other ? -1 : one > other ? 1 : a.id < b.id ? -1 : 1)).map(([, entity]) => entity)
}

/** Rows whose required reference isn't there after a whole pull: a mistake of the server, for diagnostics. */
export async function hiddenCount(entities) {
  let count = 0
  for (const [name, type] of types) {
    if (requiredReferences(type).length) count += (await entities.viewsOf(name)).length - (await list(entities, name)).length
  }
  return count
}
