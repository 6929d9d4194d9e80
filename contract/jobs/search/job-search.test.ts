import { expect, test } from 'vitest'
import type { PublicJob } from '../job.ts'
import { NO_FACTS } from '../job-facts.ts'
import { readJobFilter } from './job-filter.ts'
import { prepareJobs, searchJobs } from './job-search.ts'

const LEEDS = { locality: 'Leeds', region: 'West Yorkshire', country: 'GB' }

function postings(changes: Partial<PublicJob>[]): PublicJob[] {
  return changes.map((change, index) => ({
    id: index + 1,
    title: `Baker ${index + 1}`,
    jobType: 'Full-time',
    location: 'Leeds',
    department: null,
    salaryRange: null,
    description: 'Bake.',
    requirements: 'None',
    benefits: null,
    status: 'active',
    isActive: true,
    ...NO_FACTS,
    askedQuestions: [],
    publishedAt: null,
    createdAt: '2026-03-02T09:30:00.000Z',
    ...change,
  }))
}

const search = (changes: Partial<PublicJob>[], query = '') =>
  searchJobs(prepareJobs(postings(changes), LEEDS), readJobFilter(query))

test('a filter that applies has a control, also where no posting has such a fact', () => {
  const { total, facets } = search(Array(6).fill({}), 'pay=50000&department=Sales')
  expect(total).toBe(0)
  expect(facets?.department).toEqual([{ value: 'Sales', label: 'Sales', count: 0 }])
  expect(facets?.pay).toEqual([{ value: '50000', label: '50k+', count: 0 }])
  expect(Object.keys(search(Array(6).fill({})).facets ?? {})).toEqual(['type', 'place'])
})

test('one town is one place, however a posting names it', () => {
  const { facets } = search([
    {},
    { location: 'Leeds (hybrid)' },
    { location: 'Leeds, UK' },
    { location: 'Leeds, West Yorkshire' },
    { location: 'The bakery', city: 'Leeds', country: 'GB' },
    { location: 'The bakery', city: 'Leeds', region: 'West Yorkshire', country: 'GB' },
    { city: 'Hull', country: 'GB' },
    { city: 'Hull', region: 'Yorkshire', country: 'GB' },
    { location: 'Odessa, TX, USA' },
    { location: 'Odessa, Texas' },
  ])
  expect(facets?.place?.map(({ label, count }) => [label, count])).toEqual([
    ['Leeds, West Yorkshire', 6],
    ['Hull, Yorkshire', 2],
    ['Odessa, TX', 2],
  ])
})

const placesOf = (...jobs: Parameters<typeof search>[0]) =>
  search(jobs).facets?.place?.map(({ label, count }) => [label, count])

test('a town without a region has none of a town in another country', () => {
  const places = placesOf(
    { city: 'Cambridge', region: 'MA' },
    { city: 'Cambridge', country: 'GB' },
    { city: 'Cambridge', country: 'US' },
    { location: 'London, UK' },
    { city: 'London', region: 'Ontario' },
    { location: 'Birmingham, UK' },
    { location: 'Birmingham, Alabama' },
    { location: 'Paris, France' },
    { location: 'Paris, Texas' },
    { location: 'Dublin, Ireland' },
    { location: 'Dublin, Ohio, USA' },
  )
  expect(places).toEqual([
    ['Cambridge, MA', 2],
    ['Birmingham', 1],
    ['Birmingham, AL', 1],
    ['Cambridge', 1],
    ['Dublin', 1],
    ['Dublin, OH', 1],
    ['London', 1],
    ['London, ON', 1],
    ['Paris', 1],
    ['Paris, TX', 1],
  ])
})

test('a town of no known country has the region of the others unless they are in several countries', () => {
  const rest = [{}, {}, {}, {}]
  const odessa = { city: 'Odessa' }
  expect(placesOf(odessa, { location: 'Odessa, Texas' }, ...rest)).toContainEqual(['Odessa, TX', 2])
  expect(placesOf(odessa, { location: 'Odessa, Texas' }, { location: 'Odessa, Ukraine' }, ...rest)).toEqual(
    expect.arrayContaining([
      ['Odessa', 2],
      ['Odessa, TX', 1],
    ]),
  )
})

test('remote work is what is fully remote or named remote first, unless its workplace is another one', () => {
  const { facets } = search([
    { location: 'Remote' },
    { location: 'Remote, UK' },
    { location: 'The bakery', workplace: 'remote' },
    { location: 'Hull or remote' },
    { location: 'Remote or Hull', workplace: 'hybrid' },
    { location: 'Remoteville (on site)' },
  ])
  expect(facets?.place?.map(({ label, count }) => [label, count])).toEqual([
    ['Remote', 3],
    ['Hull or remote', 1],
    ['Remote or Hull', 1],
    ['Remoteville', 1],
  ])
})

test('pay in pounds is compared, and its steps part the list', () => {
  const ranges = ['£23k - £50k a year', '£25 per hour', '£4,500 per month', '£30k-£56k a year', '€70k a year', 'DOE']
  const { facets } = search(ranges.map((salaryRange) => ({ salaryRange })))
  expect(facets?.pay?.map(({ label, count }) => [label, count])).toEqual([
    ['£52k+', 3],
    ['£52.5k+', 2],
    ['£55k+', 1],
  ])
})

test('a search finds the postings that have words beginning with all of its words, wherever they have them', () => {
  const texts = [
    { title: 'Élan Welder', department: 'Shop' },
    { description: 'Weld pipes', benefits: 'Shopping vouchers' },
    { title: 'Shop assistant', requirements: 'Zoë knows' },
    { location: 'Weldon' },
    { description: '溶接 Weld' },
    {},
  ]
  const found = (q: string) => search(texts, `q=${encodeURIComponent(q)}`).jobs.map(({ id }) => id)
  expect(found('weld')).toEqual([1, 2, 4, 5])
  expect(found('SHOP weld')).toEqual([1, 2])
  expect(found('elan')).toEqual([1])
  expect(found('zoe shop')).toEqual([3])
  expect(found('接')).toEqual([5])
  expect(found('elder')).toEqual([])
  expect(found('- !')).toEqual([1, 2, 3, 4, 5, 6])
})

test('of many options the hundred most frequent ones are left, equally frequent ones by name, and the chosen one', () => {
  const postings = Array.from({ length: 130 }, (_, index) => ({ location: `Town ${1_000 + index}` }))
  const often = Array.from({ length: 3 }, () => ({ location: 'Zwolle' }))
  const values = search([...postings, ...often], 'place=Town+1129').facets?.place ?? []
  expect(values.map(({ value }) => value)).toEqual([
    'Zwolle',
    ...Array.from({ length: 99 }, (_, index) => `Town ${1_000 + index}`),
    'Town 1129',
  ])
  expect([values[0]?.count, values[1]?.count, values.at(-1)?.count]).toEqual([3, 1, 1])
})
