import { APPLICATION_SORTS } from '../../contract/applications/application-terms.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { PAGE_SIZE } from '../../contract/wire/limits.ts'
import { TOTAL_HEADER } from '../../contract/wire/paths.ts'
import { nextCursorOf } from '../../web/admin/applications/application-list-api.ts'
import { type Installation, type RunningInstallation, startInstallation } from './installations.ts'
import { SEARCHED, TAGGED } from './stored-applications.ts'

/** Requests of one kind, whose slowest one stands for all, and how long it may take, in milliseconds. */
export type RequestGroup = { what: string; paths: string[]; aimMs: number }

const PAGE_MS = 20
const SEARCH_MS = 50

const TAB = { status: 'pending', archived: 'false' }

/** What a dashboard reads: a page in every order, the same in the middle of the list, the counts, and searches. */
export async function dashboardRequests(installation: Installation): Promise<RequestGroup[]> {
  // Page through the list on a separate process, whose garbage would otherwise count as memory of the measured one.
  await using site = await startInstallation(installation)
  const middle = await Promise.all(APPLICATION_SORTS.map((sort) => pageInTheMiddle(site, sort)))
  return [
    {
      what: 'first page of a tab, worst of six orders',
      paths: APPLICATION_SORTS.map((sort) => pagePath({ sort })),
      aimMs: PAGE_MS,
    },
    { what: 'page in the middle of a tab, worst of six orders', paths: middle, aimMs: PAGE_MS },
    { what: 'summary', paths: [ADMIN_API.applicationSummary], aimMs: PAGE_MS },
    ...Object.entries({ '1,500': TAGGED.by1500, 'half of all': TAGGED.byHalf }).flatMap(([many, tag]) => [
      {
        what: `first page of a tab with a tag of ${many}, worst of six orders`,
        paths: APPLICATION_SORTS.map((sort) => pagePath({ sort, tags: String(tag) })),
        aimMs: SEARCH_MS,
      },
      {
        what: `summary with a tag of ${many}`,
        paths: [`${ADMIN_API.applicationSummary}?tags=${tag}`],
        aimMs: SEARCH_MS,
      },
    ]),
    { what: 'search for a word of half of the tab', paths: [searchPath(SEARCHED.often)], aimMs: SEARCH_MS },
    { what: 'search for a word of 7 in the tab', paths: [searchPath(SEARCHED.rarely)], aimMs: SEARCH_MS },
    { what: 'search for a word that no application has', paths: [searchPath(SEARCHED.never)], aimMs: SEARCH_MS },
    {
      what: 'search for two letters, most of the tab',
      paths: [searchPath(SEARCHED.twoLettersOften)],
      aimMs: SEARCH_MS,
    },
    { what: 'search for a word of most resumes', paths: [searchPath(SEARCHED.ofMostResumes)], aimMs: SEARCH_MS },
    {
      what: 'search for two common words, for a beginning of three letters, and in one posting, worst of three',
      paths: [
        searchPath(`${SEARCHED.often} ${SEARCHED.ofMostResumes}`),
        searchPath(SEARCHED.ofMostResumes.slice(0, 3)),
        pagePath({ q: SEARCHED.ofMostResumes, sort: '-date', jobId: '1' }),
      ],
      aimMs: SEARCH_MS,
    },
    { what: 'search for a word of all titles', paths: [searchPath(SEARCHED.title)], aimMs: SEARCH_MS },
    {
      what: 'summary with a search, worst of three words',
      paths: [SEARCHED.ofMostResumes, SEARCHED.rarely, SEARCHED.title].map(
        (text) => `${ADMIN_API.applicationSummary}?${new URLSearchParams({ q: text })}`,
      ),
      aimMs: SEARCH_MS,
    },
    { what: 'search for two letters, 7 in the tab', paths: [searchPath(SEARCHED.twoLettersRarely)], aimMs: SEARCH_MS },
  ]
}

/** The requests that an open dashboard repeats. */
export const REFETCHED = [pagePath({ sort: '-date' }), ADMIN_API.applicationSummary]

function searchPath(text: string): string {
  return pagePath({ q: text, sort: '-date' })
}

function pagePath(query: Record<string, string>): string {
  return `${ADMIN_API.applications}?${new URLSearchParams({ ...TAB, limit: String(PAGE_SIZE.usual), ...query })}`
}

/** Pages to the middle in the largest steps. */
async function pageInTheMiddle({ url, authorization }: RunningInstallation, sort: string): Promise<string> {
  const read = async (query: Record<string, string>) => {
    const response = await fetch(url + pagePath({ sort, ...query }), { headers: { authorization } })
    await response.arrayBuffer()
    return { total: Number(response.headers.get(TOTAL_HEADER)), next: nextCursorOf(response.headers.get('link')) ?? '' }
  }
  let left = Math.floor((await read({})).total / 2)
  let cursor = ''
  while (left > 0) {
    const limit = Math.min(left, PAGE_SIZE.most)
    cursor = (await read({ limit: String(limit), ...(cursor && { cursor }) })).next
    left -= limit
  }
  return pagePath({ sort, cursor })
}
