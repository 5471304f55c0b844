// Exports and imports on the screen of settings, as a person meets them.

import { Preferences } from '../../web/ui/settings.js'
import { expect, expectEqual, test } from './harness.js'
import { addWeight, insightsServer, phoneOf } from './support/insights-server.js'
import { mountPhone } from './support/screens.js'

async function until(condition, message) {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await condition()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(message)
}

/** A phone whose settings are shown. `choose` gives the open dialog a file. */
const onSettings = (name, body) => test(name, async () => {
  localStorage.removeItem('vitals-preferences')
  const { phone } = await phoneOf(insightsServer())
  const element = document.body.appendChild(document.createElement('div'))
  const mounted = mountPhone(element, phone, { preferences: new Preferences() })
  const find = (text) => [...element.querySelectorAll(element.querySelector('dialog') ? 'dialog button, dialog label' : 'button, a')]
    .find((each) => each.textContent.trim().startsWith(text))
  const press = async (text) => (await until(() => find(text), `there is no “${text}” in “${element.textContent}”`)).click()
  const sees = (text) => until(() => element.textContent.includes(text), `“${text}” isn’t shown, but “${(element.querySelector('dialog') ?? element).textContent}”`)
  async function choose(text, name = 'file.csv') {
    const input = await until(() => element.querySelector('input[type=file]'), 'there is no field for a file')
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], name, { type: 'text/csv' }))
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  try {
    await press('Settings')
    await sees('Your data')
    await body({ phone, element, press, sees, choose })
  } finally {
    mounted.unmount()
    element.remove()
    await phone.close()
    localStorage.removeItem('vitals-preferences')
  }
}, { isBrowserOnly: true })

const values = async (phone) => (await phone.list()).map(({ record }) => record.value)

onSettings('An import shows how the columns are understood and what would be new, and stores it then', async ({ phone, press, sees, choose }) => {
  await press('Import a CSV file')
  await choose('Datum;Gewicht (kg);Laune\n31.01.2024;72,5;gut\n30.02.2024;70;\n')
  await sees('semicolons between the cells and a decimal comma')
  await sees('“Gewicht (kg)”: weight, in kg')
  await sees('“Laune”: left out')
  await sees('1 entry would be new, 0 here already.')
  await sees('Line 3: The date isn’t one')
  expectEqual(await values(phone), [], 'a preview stores nothing')
  await press('Import 1 entry')
  await sees('Imported: 1 new entry, 0 here already.')
  expectEqual(await values(phone), [72.5])
})

onSettings('What a file leaves open is a choice, one after the other', async ({ phone, press, sees, choose }) => {
  await press('Import a CSV file')
  await choose('Date,Weight\n01/02/2024,"160,125"\n')
  await sees('doesn’t say in which unit “Weight” is')
  await press('lb')
  await sees('a decimal comma, or separate thousands')
  await press('a decimal comma')
  await sees('may be several days')
  await press('2024-01-02')
  await sees('“Weight”: weight, in lb')
  await press('Import 1 entry')
  await sees('Imported: 1 new entry')
  expectEqual(await values(phone), [160.125 * 0.45359237])
  const [{ record }] = await phone.list()
  expectEqual(record.recordedAt, new Date(2024, 0, 2, 12).getTime())
})

onSettings('Columns of a file that nobody knows are named by hand', async ({ press, sees, choose, element }) => {
  await press('Import a CSV file')
  await choose('When,Mass\n2024-01-15,70\n')
  await sees('“When”, “Mass”')
  const input = element.querySelector('dialog [name=columns]')
  input.value = 'date=When,weight:kg=Mass'
  input.dispatchEvent(new Event('input'))
  await press('Look again')
  await sees('1 entry would be new')
})

onSettings('An export is a file that the browser saves', async ({ phone, press, sees }) => {
  await addWeight(phone)
  const [saved, createObjectURL] = [[], URL.createObjectURL]
  const click = HTMLAnchorElement.prototype.click
  URL.createObjectURL = (blob) => {
    saved.push(blob)
    return 'blob:none'
  }
  HTMLAnchorElement.prototype.click = function () { if (this.download) saved.push(this.download); else click.call(this) }
  try {
    await press('Export…')
    await sees('for a spreadsheet')
    await press('Export')
    await until(() => saved.length === 2, 'nothing was saved')
    expect(/^vitals-\d{4}-\d\d-\d\d\.csv$/.test(saved[1]), saved[1])
    const lines = (await saved[0].text()).split('\r\n')
    expect(lines[0].startsWith('id,kind,value,unit,recordedAt') && lines[1].includes(',WEIGHT,'), lines.join('\n'))
  } finally {
    URL.createObjectURL = createObjectURL
    HTMLAnchorElement.prototype.click = click
  }
})
