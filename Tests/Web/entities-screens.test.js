// Notes, groups and tags on the screens, and what needs the person.

import { openPhone } from './support/features.js'
import { mountPhone } from './support/screens.js'
import { Preferences } from '../../web/ui/settings.js'
import { expect, expectEqual, test } from './harness.js'
import { EntityPhone } from './support/entities-world.js'
import { FakeEntityServer } from './support/fake-entity-server.js'
import { FakeNetwork, FakeServer } from './support/fake-server.js'

let count = 0

async function until(condition, message) {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await condition()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(message)
}

/** Shows a phone as wide as a phone is, in the page's own style. */
async function withStyle(element, body) {
  const sheet = new CSSStyleSheet()
  await sheet.replace(await (await fetch(new URL('../../web/app.css', import.meta.url))).text())
  document.adoptedStyleSheets = [sheet]
  element.style.width = '390px'
  try {
    await body()
  } finally {
    document.adoptedStyleSheets = []
  }
}

const onScreen = (name, body, entities = new FakeEntityServer()) => test(name, async () => {
  const network = new FakeNetwork(new FakeServer())
  const phone = await openPhone({
    name: `entities-screens-${Date.now()}-${count += 1}`, origin: 'http://server.example', automatic: false,
    fetch: (url, request) => (url.includes('/entities/') ? entities.handle(url, request) : network.fetch(url, request)),
  })
  await phone.setToken('token')
  const element = document.body.appendChild(document.createElement('div'))
  const mounted = mountPhone(element, phone, { preferences: new Preferences() })
  const sees = (text) => until(() => element.textContent.includes(text), `“${text}” isn’t shown`)
  const press = async (text) => (await until(() => [...element.querySelectorAll('button, a')].findLast((each) => each.textContent.trim().startsWith(text)), `there is no “${text}”`)).click()
  const type = async (name, text) => Object.assign(await until(() => element.querySelector(`[name=${name}]`), `there is no field ${name}`), { value: text })
  try {
    await body({ phone, element, sees, press, type })
  } finally {
    mounted.unmount()
    element.remove()
    await phone.close()
  }
}, { isBrowserOnly: true })

onScreen('A person writes a tag and a note with it, and sees what waits for the server', async ({ phone, element, sees, press, type }) => {
  await press('Notes')
  await press('Tags')
  await press('New tag')
  await type('name', 'Work')
  await press('Save')
  await sees('Saved here')
  await press('Notes')
  await press('New note')
  await press('Save')
  await sees('A note needs a title.')
  await type('title', 'Buy a scale')
  element.querySelector('dialog [type=checkbox]').click()
  await press('Save')
  await sees('No text · Work')
  await sees('2 to sync')
  await phone.sync()
  await sees('Synced')
  expectEqual((await phone.entities.list('note'))[0].fields.tags.length, 1)
})

onScreen('What the server refused is listed with what depends on it, and a correction sends both', async ({ phone, sees, press, type }) => {
  const group = await phone.entities.create('group', { name: 'BAD' })
  await phone.entities.create('reminder', { title: 'Stretch', group: group.id })
  await phone.sync()
  await press('Sync')
  await sees('1 change with it:')
  await press('Fix it')
  await type('name', 'Home')
  await press('Save')
  await until(async () => (await phone.entities.needsYou()).dead.length === 0, 'it stays refused')
  await phone.sync()
  expectEqual((await phone.entities.list('reminder')).length, 1)
})

onScreen('A field that nobody touched isn’t sent, however its control shows it', async ({ phone, element, sees, press, type }) => {
  const save = async () => {
    await press('Save')
    await until(() => !element.querySelector('dialog'), 'the form stays open')
  }
  const tag = await phone.entities.create('tag', { name: 'Work' })
  const note = await phone.entities.create('note', { title: ' One\ntwo ', body: 'one\r\ntwo\rthree', tags: [tag.id] })
  await phone.sync()
  await press('Notes')
  await press('One')
  await save()
  await sees('saved on this phone')
  expectEqual(await phone.entities.waiting(), 0, 'nothing was changed')
  await press('One')
  await type('title', 'Two')
  await save()
  await sees('Two')
  const { title, body, tags } = (await phone.entities.get(note.id)).fields
  expectEqual([title, body, tags], ['Two', 'one\r\ntwo\rthree', [tag.id]])
  await press('Two')
  await type('body', '')
  await save()
  await sees('No text')
  expectEqual((await phone.entities.get(note.id)).fields, { title: 'Two', tags: [tag.id] })
})

const shared = new FakeEntityServer()

onScreen('Values that lost have the size of text, and each keeps its direction to itself', async ({ phone, element, sees, press }) => {
  const turned = 'One\u202E'
  const second = new EntityPhone(shared)
  const tag = await phone.entities.create('tag', { name: turned })
  const { id } = await phone.entities.create('note', { title: turned, body: 'עברית', tags: [tag.id] })
  await phone.sync()
  await second.sync()
  await second.store.edit(id, { title: `${turned} theirs`, body: 'W'.repeat(300) })
  await second.sync()
  await phone.entities.edit(id, { title: `${turned} mine`, body: 'mine' })
  await phone.sync()
  await press('Sync')
  await sees('W'.repeat(200))
  const of = (selector) => [...element.querySelectorAll(selector)]
  await withStyle(element, () => {
    for (const dd of of('.versus dd')) expectEqual([getComputedStyle(dd).fontSize, getComputedStyle(dd).fontWeight], ['16px', '400'])
    for (const part of of('.card, .card *')) expect(part.getBoundingClientRect().right <= element.getBoundingClientRect().right, part.textContent)
  })
  expectEqual(of('.card .name bdi, .versus bdi').map(({ textContent }) => textContent.slice(0, 9)), [`${turned} thei`, `${turned} mine`, 'mine', `${turned} thei`, 'W'.repeat(9)])
  await press('Notes')
  await until(() => of('.row').length, 'no row is shown')
  expectEqual(of('.row [dir=auto]').map(({ className }) => className), ['amount', 'about'])
  expectEqual(of('.about bdi')[0].textContent, turned)
  await withStyle(element, () => expectEqual(getComputedStyle(of('.about span')[0]).unicodeBidi, 'isolate'))
  await press('One')
  expectEqual(of('dialog [dir=auto]').map(({ name }) => name), ['title', 'body'])
  expectEqual(of('dialog .boxes bdi').map(({ textContent }) => textContent), [turned])
}, shared)

onScreen('A tag with a name of 200 letters breaks it, and the form stays as wide as it is', async ({ phone, element, sees, press }) => {
  await phone.entities.create('tag', { name: 'L'.repeat(200) })
  await press('Notes')
  await press('New note')
  await sees('L'.repeat(200))
  await withStyle(element, () => {
    const dialog = element.querySelector('dialog')
    expectEqual([dialog.scrollWidth, dialog.querySelector('[type=checkbox]').offsetWidth], [dialog.clientWidth, 20])
  })
})

const linked = new FakeEntityServer()

onScreen('A link that lost is called by its name, also of one that was refused or became another, and never by its id', async ({ phone, element, sees, press }) => {
  const second = new EntityPhone(linked)
  const { id } = await phone.entities.create('note', { title: 'N' })
  await phone.sync()
  for (const sync of [() => second.sync(), () => second.store.create('tag', { name: 'Home' }), () => second.sync()]) await sync()
  const tags = []
  for (const name of ['BAD', 'BAD too', 'home']) tags.push((await phone.entities.create('tag', { name })).id)
  await phone.entities.edit(id, { tags })
  await phone.sync()
  await phone.entities.discard((await phone.entities.needsYou()).dead.find((each) => each.id === tags[0]).number)
  await press('Sync')
  await sees('Yours, on this phone')
  const [mine] = [...element.querySelectorAll('.versus dd')]
  expectEqual(mine.textContent.replace(/lost.*/, '').replace('tags: ', '').split(', ').sort(), ['BAD too (refused)', 'Home', 'one that isn’t there'])
}, linked)

const groupless = new FakeEntityServer()

onScreen('A reminder whose group is gone is made anew in a group that is made for it, where there is none', async ({ phone, sees, press, type }) => {
  const second = new EntityPhone(groupless)
  const group = await phone.entities.create('group', { name: 'Home' })
  const { id } = await phone.entities.create('reminder', { title: 'Stretch', group: group.id })
  await phone.sync()
  await second.sync()
  await second.store.remove(group.id)
  await second.sync()
  await phone.entities.edit(id, { title: 'Stretch twice' })
  await phone.sync()
  await press('Sync')
  await press('Make it anew')
  await sees('There is no other one, so make a group first.')
  await press('New group')
  await type('name', 'Work')
  await press('Save')
  await until(async () => (await phone.entities.list('reminder')).length, 'it isn’t made anew')
  const [[reminder], [work]] = [await phone.entities.list('reminder'), await phone.entities.list('group')]
  expectEqual([reminder.fields.title, reminder.fields.group, work.fields.name], ['Stretch twice', work.id, 'Work'])
}, groupless)

onScreen('What waits for premium access is said where one syncs, and needs no decision', async ({ phone, element, sees, press }) => {
  const group = await phone.entities.create('group', { name: 'Home' })
  const { id } = await phone.entities.create('reminder', { title: 'Pills', group: group.id })
  await phone.entities.edit(id, { title: 'More pills' })
  await phone.sync()
  expectEqual([(await phone.entities.facts()).held, (await phone.entities.needsYou()).dead], [2, []])
  await press('Sync')
  await sees('2 changes wait for premium access. They go by themselves once the server gives it.')
  expect(!element.textContent.includes('Refused changes'), 'it’s no refusal')
}, Object.assign(new FakeEntityServer(), { locked: new Set(['reminder']) }))

onScreen('A typed name that can’t be seen is refused at its field, and one from elsewhere stays while its colour is edited', async ({ phone, element, sees, press, type }) => {
  await press('Notes')
  await press('Tags')
  await press('New tag')
  await type('name', '\u200b')
  await press('Save')
  await sees('A tag needs a name.')
  expectEqual(await phone.entities.list('tag'), [])
  await press('Cancel')
  const { id } = await phone.entities.create('tag', { name: '\u2066\u2069' })
  const row = await until(() => element.querySelector('.rows button.row'), 'the tag isn’t listed')
  row.click()
  await type('colour', 'green')
  await press('Save')
  await until(async () => (await phone.entities.get(id)).fields.colour === 'green', 'the colour isn’t stored')
  expectEqual((await phone.entities.get(id)).fields.name, '\u2066\u2069')
})
