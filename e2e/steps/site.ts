import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import type { Confirmation } from '../../contract/accounts/confirmation.ts'
import type { Application } from '../../contract/applications/application.ts'
import type { Job, JobCreate } from '../../contract/jobs/job.ts'
import type { Settings } from '../../contract/site/settings.ts'
import type { SiteTexts } from '../../contract/site/site-texts.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { MAX_CHANGED_TOGETHER, PAGE_SIZE } from '../../contract/wire/limits.ts'
import { API, pathTo } from '../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { createAccount } from '../../server/features/accounts/manage-accounts.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { NewApplicationRow } from '../../server/platform/database/tables.ts'
import { applicationForm, insertApplicant, jobBody } from '../../test/factories.ts'
import { runServer, type ServerProcess } from '../../test/run-server.ts'
import { type SmtpServer, startSmtpServer } from '../../test/smtp/smtp-kit.ts'

/** A sign-in: its bearer token, its user, and its cookie as `name=value`. */
type Session = { token: string; user: object; cookie: string }

/** No test takes longer, in milliseconds. */
const LONGEST_TEST_MS = 5 * 60_000

type Credentials = { username: string; password: string }

type ApplicationChanges = Partial<Pick<Application, 'status' | 'archived' | 'feedback' | 'interviewDate'>>

/** The program on an empty data folder, with an admin. */
export type Site = {
  url: string
  /** Folder of its database and files. */
  dataDir: string
  credentials: Credentials
  /** Creates another account in the database. */
  addAdmin(username: string): Promise<Credentials>
  /** Any request of an admin; fails unless it succeeds. @returns what the response holds */
  request(method: string, path: string, body?: object): Promise<unknown>
  createJob(changes?: Partial<JobCreate>): Promise<number>
  jobs(): Promise<Job[]>
  /** Changes a posting without the browser. */
  updateJob(id: number, changes: object): Promise<void>
  deleteJob(id: number): Promise<void>
  deleteAllJobs(): Promise<void>
  /** @param resume name of a document in `test/fixtures` */
  apply(fields?: Record<string, string>, resume?: string): Promise<number>
  /** Inserts applications without a resume into the database, with any date. @returns their ids */
  insertApplicants(rows: Array<Partial<NewApplicationRow>>): Promise<number[]>
  applications(): Promise<Application[]>
  /** Changes an application without the browser. */
  updateApplication(id: number, changes: ApplicationChanges): Promise<void>
  deleteAllApplications(): Promise<void>
  settings(): Promise<Settings>
  /** Changes some settings without the browser, as another admin does. */
  changeSettings(changes: Partial<Settings>): Promise<void>
  /** Changes some texts of the site without the browser. */
  changeTexts(changes: Partial<SiteTexts>): Promise<void>
  /**
   * Puts a sign-in into the browser's storage before the next page loads, once, so that a logout lasts. Tests share the
   * session until one of them ends it.
   * @returns its token
   */
  signIn(page: Page): Promise<string>
  /** Adds the cookie of that session, which authorizes the list of all applications. */
  addCookie(page: Page): Promise<void>
}

/** Starts the program on an empty data folder, without an admin; returns its address. */
/**
 * Keeps the stream of changes from pages, as some proxies do: they read again at times, and become idle. Contexts that a test makes
 * itself have it.
 */
function withoutStream(path: string): void {
  const { fetch } = window
  window.fetch = (input, init) =>
    input === path ? Promise.resolve(new Response(null, { status: 204 })) : fetch(input, init)
}

type StartServer = (environment?: Record<string, string>) => Promise<string>

/** Tests share one site per worker, which relative addresses point to. */
export const test = base.extend<
  { consoleErrors: string[]; startServer: StartServer },
  { site: Site; hasMail: boolean; smtp: SmtpServer }
>({
  /** Whether the site sends mail, to `smtp`: `test.use({ hasMail: true })` for a whole file. */
  hasMail: [false, { option: true, scope: 'worker' }],
  smtp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const smtp = await startSmtpServer()
      await use(smtp)
      await smtp.stop()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ hasMail, smtp }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-e2e-'))
      const mail = hasMail ? { SMTP_URL: smtp.url, MAIL_FROM: 'careers@example.com' } : {}
      const server = await runServer({ DATA_DIR: dataDir, SUBMISSIONS_PER_HOUR: '0', ...mail })
      await use(await openSite(server.url, dataDir))
      await server.end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // Static drawings save processor time; tests of motion enable it.
  contextOptions: { reducedMotion: 'reduce' },
  /** Resets what the reuse of a context does not. */
  context: async ({ context }, use) => {
    await context.addInitScript(withoutStream, ADMIN_API.live)
    await use(context)
    // Playwright resumes a paused clock without waiting, and the script for that could reach the pages of the next test.
    await context.clock.resume()
    await context.setOffline(false)
    await context.clearPermissions()
  },
  /** A new page for each test. The first one stays open, because a process ends with its last page. */
  page: async ({ context }, use) => {
    if (context.pages().length === 0) await context.newPage()
    const page = await context.newPage()
    await use(page)
    await page.close()
  },
  consoleErrors: async ({ page }, use) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(String(error)))
    await use(errors)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  startServer: async ({}, use) => {
    const started: Array<{ server: ServerProcess; dataDir: string }> = []
    await use(async (environment) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-e2e-'))
      const server = await runServer({ DATA_DIR: dataDir, ...environment })
      started.push({ server, dataDir })
      return server.url
    })
    for (const { server, dataDir } of started) {
      await server.end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    }
  },
})

export { expect } from '@playwright/test'

/**
 * Creates the admin of a running server.
 * @param dataDir the server's data folder, empty before
 */
export async function openSite(url: string, dataDir: string): Promise<Site> {
  const setup = await fetch(url + SIGN_IN_API.setupAdmin, { method: 'POST' })
  const credentials = (await setup.json()) as Site['credentials']
  const logIn = async (): Promise<Session> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url + API.login, { method: 'POST', headers, body: JSON.stringify(credentials) })
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return { ...((await response.json()) as Pick<Session, 'token' | 'user'>), cookie }
  }
  let { token } = await logIn()
  /** Whether a session is there, and is not asked soon who it is. */
  const isAccepted = async (one: Session) => {
    const response = await fetch(url + SIGN_IN_API.confirm, { headers: { authorization: `Bearer ${one.token}` } })
    const { confirmedUntil } = (await response.json()) as Partial<Confirmation>
    return Date.parse(confirmedUntil ?? '') > Date.now() + LONGEST_TEST_MS
  }
  let shared: Session | undefined
  /** Hashing a password takes as long as loading a page, so tests share a session until one of them ends it. */
  const session = async () => {
    shared = shared && (await isAccepted(shared)) ? shared : await logIn()
    return shared
  }
  const send = (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    return fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  }
  const request = async (method: string, path: string, body?: object) => {
    let response = await send(method, path, body)
    if (response.status === 401 || response.status === 403) {
      // An earlier test has ended all sessions of the admin, or the sign-in is too long ago for this.
      token = (await logIn()).token
      response = await send(method, path, body)
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? undefined : response.json()
  }

  return {
    url,
    dataDir,
    credentials,
    addAdmin: async (username) => {
      const db = await openDatabase(dataDir)
      const password = await createAccount(db, username, new Date())
      await db.destroy()
      return { username, password }
    },
    request,
    createJob: async (changes) => (await request('POST', ADMIN_API.adminJobs, jobBody(changes))).id,
    jobs: () => request('GET', API.jobs),
    updateJob: (id, changes) => request('PATCH', pathTo(ADMIN_API.adminJob, id), changes),
    deleteJob: (id) => request('DELETE', pathTo(ADMIN_API.adminJob, id)),
    deleteAllJobs: async () => {
      const jobs: Job[] = await request('GET', API.jobs)
      await Promise.all(jobs.map(({ id }) => request('DELETE', pathTo(ADMIN_API.adminJob, id))))
    },
    apply: async (fields, resume) => {
      const body = applicationForm(fields, resume)
      const response = await fetch(url + API.submitApplication, { method: 'POST', body })
      if (response.status !== 201) throw new Error(`submit: ${response.status} ${await response.text()}`)
      return ((await response.json()) as { id: number }).id
    },
    insertApplicants: async (rows) => {
      const db = await openDatabase(dataDir)
      const ids: number[] = []
      await db.transaction().execute(async (transaction) => {
        for (const row of rows) ids.push(await insertApplicant(transaction, row))
      })
      await db.destroy()
      return ids
    },
    applications: () => request('GET', ADMIN_API.applications),
    updateApplication: async (id, { archived, ...changes }) => {
      if (Object.keys(changes).length > 0) await request('PATCH', pathTo(ADMIN_API.application, id), changes)
      if (archived !== undefined) await request('PATCH', pathTo(ADMIN_API.adminApplication, id), { archived })
    },
    deleteAllApplications: async () => {
      const quarantine = `${ADMIN_API.applications}?quarantined=true&limit=${PAGE_SIZE.most}`
      const lists: Application[][] = await Promise.all([
        request('GET', ADMIN_API.applications),
        request('GET', quarantine),
      ])
      const applications = lists.flat().map(({ id }) => ({ id }))
      for (let start = 0; start < applications.length; start += MAX_CHANGED_TOGETHER) {
        const some = applications.slice(start, start + MAX_CHANGED_TOGETHER)
        await request('POST', ADMIN_API.deleteApplications, { applications: some })
      }
    },
    settings: async () => (await request('GET', ADMIN_API.settings)).settings,
    changeSettings: async (settings) => {
      const { version } = await request('GET', ADMIN_API.settings)
      await request('PATCH', ADMIN_API.settings, { settings, version })
    },
    changeTexts: async (texts) => {
      const { version } = await request('GET', ADMIN_API.siteTexts)
      await request('PATCH', ADMIN_API.siteTexts, { texts, version })
    },
    signIn: async (page) => {
      const { token: stored, user } = await session()
      await page.addInitScript(
        ([authToken, json]) => {
          if (sessionStorage.getItem('e2e-signed-in')) return
          sessionStorage.setItem('e2e-signed-in', 'yes')
          localStorage.setItem('authToken', authToken as string)
          localStorage.setItem('user', json as string)
        },
        [stored, JSON.stringify(user)],
      )
      return stored
    },
    addCookie: async (page) => {
      const [name = '', value = ''] = (await session()).cookie.split('=')
      await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
    },
  }
}
