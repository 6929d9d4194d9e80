import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ServedJobList } from '../../../contract/jobs/search/job-list.ts'
import { createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const PAY = { payCurrency: 'USD', payPeriod: 'year' } as const

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ publicUrl: 'https://careers.example.com', trustProxy: 1 })
  const texas = { country: 'US', region: 'TX', city: 'Odessa' }
  await createJob(app, { title: 'Welder', department: 'Field', ...texas, payMin: 40_000, payMax: 50_000, ...PAY })
  await createJob(app, {
    title: 'Driver',
    department: 'Field',
    ...texas,
    payMax: 26,
    payCurrency: 'USD',
    payPeriod: 'hour',
  })
  await createJob(app, { title: 'Analyst', workplace: 'remote', location: 'Texas', payMax: 90_000, ...PAY })
  await createJob(app, { title: 'Clerk', location: 'Remote (US)', jobType: 'Part-time', salaryRange: '$20 an hour' })
  await createJob(app, {
    title: 'Buyer',
    location: 'Wien',
    department: null,
    payMax: 900_000,
    payCurrency: 'EUR',
    payPeriod: 'year',
  })
  await createJob(app, { title: 'Historian <b>', salaryRange: 'Competitive', requirements: 'PI & Canary' })
})
afterAll(() => app.stop())

async function read(query: string) {
  const response = await app.request(`/${query}`)
  const html = await response.text()
  const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null'
  const list = JSON.parse(data).responses['/'] as ServedJobList
  return { status: response.status, html, list, titles: list.jobs.map(({ title }) => title) }
}

test('each filter leaves what fits, and together they leave what fits all of them', async () => {
  expect((await read('?department=Field')).titles).toEqual(['Driver', 'Welder'])
  expect((await read('?type=Part-time')).titles).toEqual(['Clerk'])
  expect((await read('?place=Odessa,+TX')).titles).toEqual(['Driver', 'Welder'])
  expect((await read('?place=Remote')).titles).toEqual(['Clerk', 'Analyst'])
  expect((await read('?q=canary')).titles).toEqual(['Historian <b>'])
  expect((await read('?department=Field&q=dri')).titles).toEqual(['Driver'])
})

test('pay is compared by the year, in the currency of most postings, by its highest amount', async () => {
  expect((await read('?pay=50000')).titles).toEqual(['Analyst', 'Driver', 'Welder'])
  expect((await read('?pay=60000')).titles).toEqual(['Analyst'])
  const { list } = await read('')
  expect(list.facets?.pay?.map(({ label, count }) => [label, count])).toContainEqual(['$50k+', 3])
})

test('a pay that is no option of the list is one while it is chosen, with its count, in its place', async () => {
  const { list } = await read('?pay=52000')
  expect(list.total).toBe(2)
  const amounts = list.facets?.pay?.map(({ value }) => Number(value)) ?? []
  expect(amounts).toEqual(amounts.toSorted((one, other) => one - other))
  expect(list.facets?.pay).toContainEqual({ value: '52000', label: '$52k+', count: 2 })
})

test('an option is counted under the other choices, and a choice stays where nothing is left of it', async () => {
  const { list, titles } = await read('?place=Remote&department=Field')
  expect(titles).toEqual([])
  expect(list.facets?.department).toEqual([
    { value: 'Engineering', label: 'Engineering', count: 2 },
    { value: 'Field', label: 'Field', count: 0 },
  ])
})

test('the page of a filter shows its rows, is not another page for search engines, and escapes what was typed', async () => {
  const { html, titles } = await read('?q=%3Cscript%3Ealert(1)')
  expect(titles).toEqual([])
  expect(html).toContain('No position fits')
  expect(html).not.toContain('<script>alert')
  expect(html).toContain('<link rel="canonical" href="https://careers.example.com/"')
})

test.each([
  '?type=Bogus',
  '?pay=abc&page=-3',
  '?pay=99999999999999999999',
  '?page=1e3&page=2&unknown=1',
  '?q=%00%ff%ED%A0%80',
  '?department[]=Field&q[x]=y',
  '?&&==%',
])('GET /%s ignores what cannot be', async (query) => {
  const { status, titles } = await read(query)
  expect([status, titles.length]).toEqual([200, 6])
})

test('a long query is cut, and a page after the last one is the last one', async () => {
  const { status, list } = await read(`?q=${'ab '.repeat(2_000)}&department=${'x'.repeat(3_000)}&page=9999`)
  expect([status, list.total, list.page]).toEqual([200, 0, 1])
  expect(list.query.length).toBeLessThan(700)
})

test('a network that searches without end is told when to come again, and others and the whole list are served', async () => {
  const ask = (path: string, network: string) => app.request(path, { headers: { 'x-forwarded-for': network } })
  // Every search seems to take a tenth of a second of the processor.
  const usage = vi.spyOn(process, 'threadCpuUsage').mockReturnValue({ user: 100_000, system: 0 })
  let refused: Response | undefined
  for (let count = 0; !refused && count < 20; count += 1) {
    const response = await ask(`/?q=word${count}`, '10.0.0.1')
    if (response.status !== 200) refused = response
  }
  usage.mockRestore()
  expect(refused?.status).toBe(429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused?.headers.get('content-type')).toContain('text/html')
  expect(refused?.headers.get('cache-control')).toBe('no-store')
  const page = (await refused?.text()) ?? ''
  expect(page).toMatch(/<p>Too many searches from your network\. Please try again in [\w ]+\.<\/p>/)
  expect(page).toMatch(/<a href="\/#careers" [^>]*>All open positions<\/a>/)
  expect(page).not.toContain('Loading available positions')
  expect((await ask('/?q=pi', '10.0.0.1')).status).toBe(429)
  expect((await ask('/', '10.0.0.1')).status).toBe(200)
  expect((await ask('/?q=pi', '10.0.0.2')).status).toBe(200)
})
