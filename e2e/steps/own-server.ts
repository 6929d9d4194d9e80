import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runServer } from '../../test/run-server.ts'
import { test as base, openSite, type Site } from './site.ts'

/** A server for one test. */
export type OwnServer = {
  site: Site
  /** Kills the process. */
  kill(): Promise<void>
  /** Restarts it at the same address with the same data. */
  startAgain(): Promise<void>
}

/**
 * Tests with their own server and settings.
 * @param prepare returns the settings; resources that it adds to the stack are disposed of at the end
 */
export function testWithSettings(prepare: (used: AsyncDisposableStack) => Promise<Record<string, string>>) {
  return base.extend<{ ownSite: Site }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    ownSite: async ({}, use) => {
      await using used = new AsyncDisposableStack()
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'wellhead-e2e-'))
      used.defer(() => rm(DATA_DIR, { recursive: true, force: true }))
      const server = await runServer({ DATA_DIR, ...(await prepare(used)) })
      used.defer(async () => void (await server.end('SIGTERM')))
      await use(await openSite(server.url, DATA_DIR))
    },
    baseURL: async ({ ownSite }, use) => use(ownSite.url),
  })
}

/**
 * Tests with their own server, which they may kill or whose only admin they may change.
 * @param prepare returns the settings; resources that it adds to the stack are disposed of at the end
 */
export function testWithServer(prepare: (used: AsyncDisposableStack) => Promise<Record<string, string>>) {
  return base.extend<{ ownServer: OwnServer }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    ownServer: async ({}, use) => {
      await using used = new AsyncDisposableStack()
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'wellhead-e2e-'))
      used.defer(() => rm(DATA_DIR, { recursive: true, force: true }))
      const settings = await prepare(used)
      let server = await runServer({ DATA_DIR, ...settings })
      used.defer(async () => void (await server.end('SIGTERM')))
      const { url } = server
      await use({
        site: await openSite(url, DATA_DIR),
        kill: async () => {
          await server.end('SIGKILL')
        },
        startAgain: async () => {
          server = await runServer({ DATA_DIR, ...settings, PORT: new URL(url).port })
        },
      })
    },
    baseURL: async ({ ownServer }, use) => use(ownServer.site.url),
  })
}

/** The same, with the settings that nobody has changed. */
export const test = testWithServer(async () => ({}))
