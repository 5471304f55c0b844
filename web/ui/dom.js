// Describes what should be in the page, and makes the fewest changes that bring it there. Text only ever becomes text
// nodes and no style attribute is written, so the page needs no exception from a strict content security policy.

const described = Symbol('description')
let lastId = 0

/** A unique id on this page, even where two phones are mounted. */
export const uniqueId = () => `v${++lastId}`

/**
 * Describes an element.
 * @param {string} tag with classes after dots: `p.note`
 * @param {object|null} attributes `key` identifies it among its siblings; `draw` paints the inside: it is called with
 *   the node, and again whenever the node's size changes
 * @param {...any} children descriptions and texts, also in arrays; null, undefined and false are left out
 */
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split('.')
  const all = { ...attributes }
  if (classes.length) all.class = classes.concat(all.class || []).join(' ')
  return { name, attributes: all, key: all.key, children }
}

export const button = (text, onclick, attributes) => h('button', { type: 'button', onclick, ...attributes }, text)

/** A definition list of names and their values. */
export const facts = (type, pairs) => h(`dl.${type}`, null, Object.entries(pairs).map(([name, value]) =>
  h('div', { key: name }, h('dt', null, name), h('dd', null, value))))

/** Makes the children of a node match the descriptions. Nodes that stay keep focus, selection and typed text. */
export function render(parent, descriptions) {
  const present = descriptions.flat(9).filter((description) => description != null && description !== false)
  const keyed = new Map([...parent.childNodes].map((node) => [node[described]?.key, node]))
  // Remove nodes first. Otherwise everything behind them would be moved, and lose focus.
  const keys = new Set(present.map(({ key }) => key))
  for (const [key, node] of keyed) if (key != null && !keys.has(key)) node.remove()
  let next = parent.firstChild
  for (const description of present) {
    let node = description.key == null ? next : keyed.get(description.key)
    if (!node || node[described]?.name !== description.name || node[described]?.key !== description.key) {
      node = create(description, parent)
    }
    if (node === next) next = next.nextSibling
    else parent.insertBefore(node, next)
    update(node, description)
  }
  while (next) {
    const gone = next
    next = next.nextSibling
    gone.remove()
  }
}

function create({ name, key }, parent) {
  if (!name) return document.createTextNode('')
  const node = document.createElementNS(name === 'svg' ? 'http://www.w3.org/2000/svg' : parent.namespaceURI, name)
  node[described] = { name, key, attributes: {} }
  return node
}

function update(node, description) {
  const { attributes, children } = description
  if (!attributes) {
    if (node.data !== String(description)) node.data = description
    return
  }
  const before = node[described].attributes
  node[described].attributes = attributes
  for (const name in { ...before, ...attributes }) {
    if (before[name] !== attributes[name]) set(node, name, attributes[name])
  }
  if (!attributes.draw) render(node, children)
}

function set(node, name, value) {
  if (name === 'key') return
  if (name === 'draw') {
    if (!node.draw) new ResizeObserver(() => node.draw(node)).observe(node)
    else value(node)
    node.draw = value
  } else if (/^on|^value$|^checked$/.test(name)) node[name] = value
  else if (value == null || value === false) node.removeAttribute(name)
  else node.setAttribute(name, value)
}
