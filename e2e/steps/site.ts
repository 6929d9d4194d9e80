import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import type { Application } from '../../contract/application.ts'
import type { Job, JobCreate } from '../../contract/job.ts'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { API, pathTo } from '../../contract/paths.ts'
import { createAccount } from '../../server/features/accounts/manage-accounts.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { NewApplicationRow } from '../../server/platform/database/tables.ts'
import { applicationForm, insertApplicant, jobBody } from '../../test/factories.ts'
import { runServer, type ServerProcess } from '../../test/run-server.ts'

type Credentials = { username: string; password: string }

type ApplicationChanges = Partial<Pick<Application, 'status' | 'archived' | 'feedback' | 'interviewDate'>>

/** The real program on an empty data folder, with an admin. */
export type Site = {
  url: string
  /** Where its database and its files are. */
  dataDir: string
  credentials: Credentials
  /** Makes another account, from the machine itself. */
  addAdmin(username: string): Promise<Credentials>
  createJob(changes?: Partial<JobCreate>): Promise<number>
  jobs(): Promise<Job[]>
  /** Changes a posting behind the browser's back. */
  updateJob(id: number, changes: object): Promise<void>
  deleteJob(id: number): Promise<void>
  deleteAllJobs(): Promise<void>
  /** @param resume name of a document in `test/fixtures` */
  apply(fields?: Record<string, string>, resume?: string): Promise<number>
  /** Puts applications without a resume straight into the database, as many and as old as a test needs. */
  insertApplicants(rows: Array<Partial<NewApplicationRow>>): Promise<void>
  applications(): Promise<Application[]>
  /** Changes an application behind the browser's back. */
  updateApplication(id: number, changes: ApplicationChanges): Promise<void>
  deleteAllApplications(): Promise<void>
  /**
   * Puts a fresh sign-in into the browser's storage before the next page loads, once: a logout lasts. Gives its token.
   */
  signIn(page: Page): Promise<string>
}

/** Starts the program on an empty data folder of its own, without an admin, and gives its address. */
type StartServer = (environment?: Record<string, string>) => Promise<string>

/** Tests get a site for each worker, and pages whose relative addresses are its own. */
export const test = base.extend<{ consoleErrors: string[]; startServer: StartServer }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-e2e-'))
      const server = await runServer({ DATA_DIR: dataDir, SUBMISSIONS_PER_HOUR: '0' })
      await use(await openSite(server.url, dataDir))
      await server.end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // Drawings that stand still leave the processor to the tests; those about movement ask for it.
  contextOptions: { reducedMotion: 'reduce' },
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
 * Makes the admin of a running server.
 * @param dataDir the server's data folder, empty before
 */
export async function openSite(url: string, dataDir: string): Promise<Site> {
  const setup = await fetch(url + API.setupAdmin, { method: 'POST' })
  const credentials = (await setup.json()) as Site['credentials']
  const session = async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url + API.login, { method: 'POST', headers, body: JSON.stringify(credentials) })
    return (await answer.json()) as { token: string; user: object }
  }
  const { token } = await session()
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? undefined : answer.json()
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
    createJob: async (changes) => (await call('POST', API.adminJobs, jobBody(changes))).id,
    jobs: () => call('GET', API.jobs),
    updateJob: (id, changes) => call('PATCH', pathTo(API.adminJob, id), changes),
    deleteJob: (id) => call('DELETE', pathTo(API.adminJob, id)),
    deleteAllJobs: async () => {
      for (const { id } of await call('GET', API.jobs)) await call('DELETE', pathTo(API.adminJob, id))
    },
    apply: async (fields, resume) => {
      const body = applicationForm(fields, resume)
      const answer = await fetch(url + API.submitApplication, { method: 'POST', body })
      return ((await answer.json()) as { id: number }).id
    },
    insertApplicants: async (rows) => {
      const db = await openDatabase(dataDir)
      await db.transaction().execute(async (transaction) => {
        for (const row of rows) await insertApplicant(transaction, row)
      })
      await db.destroy()
    },
    applications: () => call('GET', API.applications),
    updateApplication: async (id, { archived, ...changes }) => {
      if (Object.keys(changes).length > 0) await call('PATCH', pathTo(API.application, id), changes)
      if (archived !== undefined) await call('PATCH', pathTo(API.adminApplication, id), { archived })
    },
    deleteAllApplications: async () => {
      const applications = await call('GET', API.applications)
      const quarantined = await call('GET', `${API.applications}?quarantined=true&limit=${PAGE_SIZE.most}`)
      for (const { id } of [...applications, ...quarantined]) await call('DELETE', pathTo(API.adminApplication, id))
    },
    signIn: async (page) => {
      const { token: fresh, user } = await session()
      await page.addInitScript(
        ([authToken, json]) => {
          if (sessionStorage.getItem('e2e-signed-in')) return
          sessionStorage.setItem('e2e-signed-in', 'yes')
          localStorage.setItem('authToken', authToken as string)
          localStorage.setItem('user', json as string)
        },
        [fresh, JSON.stringify(user)],
      )
      return fresh
    },
  }
}
