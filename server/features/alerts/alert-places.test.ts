import { expect, test } from 'vitest'
import type { JobCreate } from '../../../contract/jobs/job.ts'
import type { JobAlertsPageData } from '../../../contract/jobs/search/job-alert.ts'
import type { JobListPage } from '../../../contract/jobs/search/job-list.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { prepareAlerts } from '../../../test/alerts/alert-kit.ts'
import { createJob } from '../../../test/factories.ts'
import { MINUTE, NOON } from '../../../test/smtp/mail-kit.ts'

const site = prepareAlerts()
const { subscribe, goTo, plan, untilNoTask } = site

/** The company is in Midland, Texas. */
const PLACES: Partial<JobCreate>[] = [
  { location: 'Midland' },
  { location: 'Midland, TX' },
  { location: 'Midland, Texas (on site)' },
  { location: 'The yard', city: 'Midland', country: 'US' },
  { location: 'Midland, TX or Odessa, TX' },
  { location: 'Midland or remote' },
  { location: 'Odessa, TX' },
  { location: 'Odessa, Texas, USA' },
  { location: 'Odessa' },
  { location: 'Odessa, FL' },
  { location: 'Leeds, UK' },
  { location: 'Leeds, United Kingdom' },
  { location: 'Leeds, England' },
  { location: 'Remote' },
  { location: 'Remote (US)' },
  { location: 'Remote, USA' },
  { location: 'Texas', workplace: 'remote' },
  { location: `The plant ${'beyond the river '.repeat(10)}`.trim() },
]

/** The labels that mean one place for certain; those of plain texts also find other postings with their words. */
const CERTAIN = ['Remote', 'Midland, TX', 'Odessa, TX', 'Odessa, FL', 'Leeds, England']

const read = async (path: string) => {
  const html = await (await site.app().request(path)).text()
  return JSON.parse(/id="page-data">([^<]*)/.exec(html)?.[1] ?? 'null').responses
}
const readList = async (query = ''): Promise<JobListPage> => (await read(`/${query}`))[PAGE.landing]
const createAll = async () => {
  const ids: number[] = []
  for (const place of PLACES) ids.push(await createJob(site.app(), place))
  return ids
}

test('the job alert of a place in the list brings what the list shows there, and nothing else for a city or remote', async () => {
  await createAll()
  const places = (await readList()).facets?.place?.map(({ value }) => value) ?? []
  expect(places).toEqual(expect.arrayContaining([...CERTAIN, 'Odessa']))
  for (const [index, place] of places.entries()) {
    const address = `${PAGE.jobAlerts}?${new URLSearchParams({ place })}`
    const { typed } = (await read(address))[PAGE.jobAlerts] as JobAlertsPageData
    const chosen = Object.entries(typed).filter(([, value]) => value !== '')
    await subscribe({ ...Object.fromEntries(chosen), email: `visitor${index}@example.com` })
  }
  await goTo(NOON + MINUTE)
  const added = await createAll()
  expect(await plan()).toBe(places.length)
  await untilNoTask()
  const mails = site.smtp().received.slice(places.length)
  for (const [index, place] of places.entries()) {
    const { jobs } = await readList(`?${new URLSearchParams({ place })}`)
    const shown = jobs.map(({ id }) => id).filter((id) => added.includes(id))
    const text = mails.find(({ envelopeTo }) => envelopeTo[0] === `visitor${index}@example.com`)?.mail.text ?? ''
    const named = [...text.matchAll(/\/jobs\/(\d+)/g)].map(([, id]) => Number(id))
    const compared = CERTAIN.includes(place) ? named : named.filter((id) => shown.includes(id))
    expect([place, compared.toSorted()]).toEqual([place, shown.toSorted()])
  }
})
