import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGE } from '../../../contract/wire/paths.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'

const { company } = readConfig({ COMPANY_FILE: resolve('company.bakery.example.json') }, 'production')
/** Words of the trade whose texts are the defaults. */
const OIL_AND_GAS = /scada|iiot|edge computing|\boil\b|\bwells?\b|engineer|ignition|permian|June 13/i

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ company })
})
afterAll(() => app.stop())

/** The text that visitors read, and that search engines get in the head. */
async function wordsOf(path: string): Promise<string> {
  const html = await (await app.request(path)).text()
  const head = [...html.matchAll(/<title>([^<]*)|<meta name="description" content="([^"]*)/g)].flat()
  const [body = ''] = /<div id="root">.*<\/footer>/s.exec(html) ?? []
  return [...head, body.replaceAll(/<[^>]+>/g, ' ').replaceAll('&#x27;', "'")].join(' ')
}

test('the landing page of a bakery has every text of its company file', async () => {
  const words = await wordsOf(PAGE.landing)
  const { landing } = company
  const cards = landing.technology.cards.flatMap(({ title, description, tags }) => [title, description, ...tags])
  for (const text of [
    ...[landing.title, landing.banner.subtitle, landing.hero.title, landing.hero.text, landing.about.title],
    ...landing.about.paragraphs,
    ...landing.values.flatMap(({ name, text }) => [name, text]),
    ...[landing.technology.title, ...cards, landing.contact],
  ])
    expect(words).toContain(text)
  expect(words).toContain('Harbour Street Bakery feeds the town')
  expect(words).not.toContain('{company}')
})

test.each([PAGE.landing, PAGE.recovery, PAGE.apply])('%s of a bakery says nothing of oil and gas', async (path) => {
  expect(await wordsOf(path)).not.toMatch(OIL_AND_GAS)
})

test('a company that lost no applications has the recovery page, but not for search engines', async () => {
  expect(await (await app.request('/sitemap.xml')).text()).not.toContain(PAGE.recovery)
  const html = await (await app.request(PAGE.recovery)).text()
  expect(html).toContain('noindex')
  expect(html).not.toContain('We lost applications')
})
