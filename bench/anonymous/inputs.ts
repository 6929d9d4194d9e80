import { LONGEST_RECEIPT_BYTES } from '../../contract/applications/receipt.ts'
import { ADMIN_API, ADMIN_PAGE } from '../../contract/wire/admin-paths.ts'
import { boardName, FEED, POSTING_API } from '../../contract/wire/feed-paths.ts'
import {
  API,
  APPLICATION_TOKEN_HEADER,
  CALENDAR_FEED,
  EMBEDDED_LIST,
  PAGE,
  RECEIPT_FILE,
  SHARE_PICTURE,
} from '../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { readConfig } from '../../server/config.ts'
import {
  applicant,
  encodedForms,
  form,
  oddForms,
  resubmitted,
  resumes,
  withHeaders,
  written,
} from './applicant-forms.ts'
import { partsOf } from './multipart.ts'
import { type Input, oddBodies } from './odd-requests.ts'
import type { SiteWithTokens } from './site-with-tokens.ts'

/** The path that a route is asked at, and what else it is sent than {@link oddHeads}. */
export type RouteInputs = { path: string; further: Input[] }

const BOARD = POSTING_API.replace(':name', boardName(readConfig({}, 'development').company.name))
/** The longest parameter that reaches a route. */
const LONG_PARAMETER = 'x'.repeat(4_000)
const SEARCHES = {
  'a letter': 'q=a',
  'fifty letters': `q=${'abcdefghijklmnopqrstuvwxy'.split('').join('+')}`,
  'the longest word': `q=${'a'.repeat(100)}`,
  'marks alone': `q=${encodeURIComponent('e\u0323\u0301'.repeat(33))}`,
  'twelve beginnings of the last words of every posting':
    'q=insurance+insuranc+insuran+insura+insur+health+healt+heal+ignition+ignitio+igniti+ignit',
  'a word of all titles': 'q=engineer',
  'letters and all facets': `q=s+e+i&department=Engineering&type=Full-time&place=Midland%2C+TX&pay=1`,
  'a facet that leaves all': 'type=Full-time',
  'the last page': 'q=e&page=100',
}

/** For every route that needs no sign-in: where it is asked, and with what. */
export function inputsOf(site: SiteWithTokens): Record<string, RouteInputs> {
  const token = { [APPLICATION_TOKEN_HEADER]: site.applicationToken }
  const at = (path: string, further: Input[] = []): RouteInputs => ({ path, further })
  const ofJob = (path: string, number: number) => path.replace(':id', String(site.jobs[number % site.jobs.length]))
  const eachJob = (path: string): Input[] => [
    { what: 'another posting each time', request: (number) => ({ path: ofJob(path, number) }) },
    { what: 'the longest posting', request: () => ({ path: path.replace(':id', String(site.longest.id)) }) },
    { what: 'a closed posting', request: () => ({ path: path.replace(':id', String(site.closed)) }) },
    { what: 'a posting that never was', request: (number) => ({ path: path.replace(':id', String(1e6 + number)) }) },
    { what: 'a parameter of 4 kB', request: () => ({ path: path.replace(':id', LONG_PARAMETER) }) },
  ]
  const paths = (all: Record<string, string>): Input[] =>
    Object.entries(all).map(([what, path]) => ({ what, request: () => ({ path }) }))
  const pages = [...Object.values(PAGE), ...Object.values(ADMIN_PAGE)].filter((path) => !path.includes(':'))
  const withId = [ADMIN_PAGE.review, ADMIN_PAGE.job].map((path) => [
    `GET ${path}`,
    at(path.replace(':id', '1'), eachJob(path)),
  ])
  const searches = (path: string) =>
    paths(Object.fromEntries(Object.entries(SEARCHES).map(([what, query]) => [what, `${path}?${query}`])))

  return {
    ...Object.fromEntries(pages.map((path) => [`GET ${path}`, at(path)])),
    ...Object.fromEntries(withId),
    [`GET ${PAGE.landing}`]: at(PAGE.landing, searches(PAGE.landing)),
    [`GET ${PAGE.job}`]: at(ofJob(PAGE.job, 0), eachJob(PAGE.job)),
    [`GET ${PAGE.apply}`]: at(PAGE.apply, [...eachJob(`${PAGE.apply}?job=:id`)]),
    [`GET ${PAGE.applicationSent}`]: at(
      PAGE.applicationSent,
      paths({
        'a valid link': PAGE.applicationSent + site.sentQuery,
        'a long link': `${PAGE.applicationSent}?link=${LONG_PARAMETER}`,
      }),
    ),
    [`GET ${RECEIPT_FILE}`]: at(
      RECEIPT_FILE,
      paths({ 'a valid link': RECEIPT_FILE + site.sentQuery, 'a long link': `${RECEIPT_FILE}?link=${LONG_PARAMETER}` }),
    ),
    [`GET ${PAGE.jobAlerts}`]: at(PAGE.jobAlerts, searches(PAGE.jobAlerts)),
    [`GET ${PAGE.jobAlert}`]: at(
      PAGE.jobAlert,
      paths({
        'a valid token': `${PAGE.jobAlert}?token=${site.alertToken}`,
        'a long token': `${PAGE.jobAlert}?token=${LONG_PARAMETER}`,
      }),
    ),
    [`GET ${PAGE.endJobAlert}`]: at(
      PAGE.endJobAlert,
      paths({ 'a valid token': `${PAGE.endJobAlert}?token=${site.alertToken}` }),
    ),
    [`GET ${SHARE_PICTURE}`]: at(ofJob(SHARE_PICTURE, 0), eachJob(SHARE_PICTURE)),
    [`GET ${CALENDAR_FEED}`]: at(CALENDAR_FEED.replace(':file', `${'x'.repeat(43)}.ics`)),
    [`GET ${EMBEDDED_LIST}`]: at(EMBEDDED_LIST, paths({ 'a theme': `${EMBEDDED_LIST}?theme=dark` })),
    'GET /sitemap.xml': at('/sitemap.xml'),
    'GET /robots.txt': at('/robots.txt'),
    'GET /assets/:name': at('/assets/nothing.js'),
    'GET /healthz': at('/healthz'),
    'GET /readyz': at('/readyz'),
    [`GET ${ADMIN_API.openapi}`]: at(ADMIN_API.openapi),
    ...Object.fromEntries(
      Object.values(FEED).flatMap((path) => [
        [`GET ${path}`, at(path)],
        [`OPTIONS ${path}`, at(path)],
      ]),
    ),
    [`GET ${POSTING_API}`]: at(BOARD, paths({ 'with pay': `${BOARD}?includeCompensation=true` })),
    [`OPTIONS ${POSTING_API}`]: at(BOARD),
    [`GET ${API.jobs}`]: at(API.jobs, paths({ 'open ones': `${API.jobs}?active=true` })),
    [`GET ${API.job}`]: at(ofJob(API.job, 0), eachJob(API.job)),
    [`GET ${API.promise}`]: at(API.promise),
    [`GET ${API.promiseMonths}`]: at(API.promiseMonths),
    [`GET ${API.myApplication}`]: at(API.myApplication, [
      { what: 'a valid token', request: () => ({ headers: token }) },
    ]),
    [`GET ${API.interviewCalendar}`]: at(ofJob(API.interviewCalendar, 0), [
      { what: 'a valid token', request: () => ({ headers: token }) },
    ]),
    [`POST ${API.login}`]: at(
      API.login,
      oddBodies((number) => ({ username: `nobody${number}`, password: 'x'.repeat(1_000) })),
    ),
    [`POST ${SIGN_IN_API.setupAdmin}`]: at(
      SIGN_IN_API.setupAdmin,
      oddBodies((number) => ({ username: `nobody${number}`, password: 'a-long-password-of-words' })),
    ),
    [`POST ${API.newApplicationLink}`]: at(
      API.newApplicationLink,
      oddBodies((number) => ({ email: `a${number}@example.com` })),
    ),
    [`POST ${API.myApplicationNote}`]: at(
      API.myApplicationNote,
      oddBodies((number) => ({ note: `${'note '.repeat(3)}${number}` }), token),
    ),
    [`POST ${API.withdrawApplication}`]: at(
      API.withdrawApplication,
      oddBodies(() => ({ reason: 'x' }), { [APPLICATION_TOKEN_HEADER]: 'x'.repeat(43) }),
    ),
    [`POST ${API.eraseApplication}`]: at(
      API.eraseApplication,
      oddBodies(() => ({ reference: 'APP-0000' }), token),
    ),
    [`POST ${API.respondToInterview}`]: at(
      ofJob(API.respondToInterview, 0),
      oddBodies(() => ({ response: 'accepted' }), token),
    ),
    [`POST ${API.recoveryReceipt}`]: at(API.recoveryReceipt, [
      ...oddBodies(() => ({ receipt: site.receipt }), {}, LONGEST_RECEIPT_BYTES),
      ...oddBodies(() => ({ receipt: `{"reference":`.repeat(8_000) })).slice(0, 1),
    ]),
    [`POST ${API.submitApplication}`]: at(API.submitApplication, [
      ...oddForms(site),
      ...resumes(applicant),
      ...written(),
    ]),
    [`POST ${PAGE.apply}`]: at(PAGE.apply, [...oddForms(site), ...resumes(applicant), ...written()]),
    [`POST ${API.recoveryResubmit}`]: at(API.recoveryResubmit, [
      ...oddForms(site),
      ...resumes(resubmitted),
      form('a valid receipt', (number) => partsOf({ ...resubmitted(number), receipt: site.receipt })),
    ]),
    [`POST ${API.myApplicationResume}`]: at(
      API.myApplicationResume,
      [...oddForms(site), ...resumes(() => ({}))].map((input) => withHeaders(input, token)),
    ),
    [`POST ${PAGE.jobAlerts}`]: at(
      PAGE.jobAlerts,
      encodedForms((number) => ({ email: `s${number}@example.com`, words: 'engineer' })),
    ),
    [`POST ${PAGE.jobAlert}`]: at(
      `${PAGE.jobAlert}?token=${site.alertToken}`,
      encodedForms(() => ({})),
    ),
    [`POST ${PAGE.endJobAlert}`]: at(
      `${PAGE.endJobAlert}?token=${site.alertToken}`,
      encodedForms(() => ({})),
    ),
  }
}

/** Addresses that no route has. */
export const UNKNOWN_ADDRESSES: Input[] = Object.entries({
  'thousands of slashes': '/'.repeat(8_000),
  'thousands of folders': `/${'a/'.repeat(4_000)}b`,
  'a long name': `/${'x'.repeat(8_000)}`,
  'escapes of two bytes': `/${'%C3%A9'.repeat(1_300)}`,
  'broken escapes': `/${'%'.repeat(8_000)}`,
  'escaped slashes': `/${'%2F'.repeat(2_600)}`,
  'escaped dots': `/${'%2e%2e/'.repeat(1_100)}`,
  'an address of the API': `/api/${'x/'.repeat(4_000)}`,
  'a file of the build that is not there': `/assets/${'x'.repeat(4_000)}.js`,
}).map(([what, path]) => ({ what, request: () => ({ path }) }))
