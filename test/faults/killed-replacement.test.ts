import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { API } from '../../contract/wire/paths.ts'
import { checkFolder } from '../../server/commands/backup/check-folder.ts'
import { findCurrentResume, listResumes } from '../../server/features/resumes/resume-queries.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { applicationForm, fixture } from '../factories.ts'
import { insertPrivateLink, sendResume } from '../private-link.ts'
import { runServer } from '../run-server.ts'
import { hashOf } from '../smtp/unsure-sender.ts'

/** Fewer than the versions that one application may have. */
const KILLS = 8
/** Longest that a server lives after a resume is sent, in milliseconds. */
const LIFE_MS = 40

test(`${KILLS} kills while a resume is replaced leave the earlier or the new one, whole, and never none`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-replaced-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const start = () => runServer({ DATA_DIR: dataDir, SUBMISSIONS_PER_HOUR: '0', LOG_LEVEL: 'silent' })
  const first = await start()
  const response = await fetch(first.url + API.submitApplication, { method: 'POST', body: applicationForm() })
  const { id } = (await response.json()) as { id: number }
  await first.end('SIGTERM')
  const opened = await openDatabase(dataDir)
  const token = await insertPrivateLink(opened, id)
  await opened.destroy()

  let acknowledged = 0
  for (let attempt = 1; attempt <= KILLS; attempt += 1) {
    const server = await start()
    const request = (path: string, init: RequestInit = {}) => fetch(server.url + path, init)
    const sent = sendResume({ request }, token, { name: `${attempt}.pdf`, content: contentOf(attempt) })
      .then(({ status }) => status)
      .catch(() => undefined)
    // Every other one ends in its own time.
    await (attempt % 2 === 0 ? sent : wait(Math.random() * LIFE_MS))
    await server.end('SIGKILL')
    const status = await sent
    expect(status === undefined || status === 204).toBe(true)
    if (status === 204) acknowledged = attempt

    const db = await openDatabase(dataDir)
    const current = await findCurrentResume(db, id)
    const hashes = [fixture('resume.pdf'), ...Array.from({ length: KILLS }, (_, index) => contentOf(index + 1))].map(
      hashOf,
    )
    // What was not acknowledged may be stored all the same.
    expect(hashes.indexOf(current?.sha256 ?? '')).toBeGreaterThanOrEqual(acknowledged)
    const versions = await listResumes(db, id)
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1))
    expect(versions.filter(({ replaced_at }) => replaced_at === null)).toEqual([current])
    await db.destroy()
    const { faults } = await checkFolder({ folder: dataDir, isLive: true, signal: new AbortController().signal })
    expect(faults).toEqual([])
  }
  expect(acknowledged).toBe(KILLS)
})

/** A valid PDF that no other attempt sends. */
function contentOf(attempt: number): Buffer<ArrayBuffer> {
  return Buffer.concat([fixture('resume.pdf'), Buffer.from(`\n% attempt ${attempt}\n%%EOF\n`)])
}
