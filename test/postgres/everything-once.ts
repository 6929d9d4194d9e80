import { expect } from 'vitest'
import { type Attempt, hashOf } from '../smtp/unsure-sender.ts'
import type { Machines } from './machines.ts'

/**
 * Expects that exactly the acknowledged forms are stored: one application with one resume each, its bytes once in the
 * bucket and once in the drive and nothing else there, nothing on a disk, and one entry of its arrival.
 * @param acknowledged every form by the number of its application
 */
export async function expectEverythingOnce(machines: Machines, acknowledged: Map<number, Attempt>): Promise<void> {
  const { db } = machines
  const expected = [...acknowledged].map(([id, { key, content }]) => ({ id, key, sha256: hashOf(content) }))
  const stored = await db
    .selectFrom('applications')
    .leftJoin('resumes', 'resumes.application_id', 'applications.id')
    .select(['applications.id', 'idempotency_key as key', 'sha256'])
    .orderBy('applications.id')
    .execute()
  expect(stored).toEqual(expected.toSorted((a, b) => a.id - b.id))
  await expectFilesOnce(machines, new Map(expected.map(({ id, sha256 }) => [id, sha256])))

  const trail = db.selectFrom('audit_trail').select(['subject_id as id', 'event']).where('subject', '=', 'application')
  const received = (await trail.orderBy('subject_id').execute()).filter(
    ({ event }) => JSON.parse(event).action === 'received',
  )
  expect(received.map(({ id }) => id)).toEqual(stored.map(({ id }) => id))
}

async function expectFilesOnce(machines: Machines, hashes: Map<number, string>): Promise<void> {
  const replicas = machines.db
    .selectFrom('resume_replicas')
    .innerJoin('resumes', 'resumes.id', 'resume_id')
    .select(['application_id as id', 'store', 'state', 'key'])
  const inBucket: { store: string; key: string; sha256: string }[] = []
  for (const key of await machines.keysInBucket()) {
    inBucket.push({ store: 's3', key, sha256: hashOf(await machines.readFromBucket(key)) })
  }
  const inDrive = machines.google.files().map(({ id, content }) => {
    return { store: 'google-drive', key: id, sha256: hashOf(content) }
  })
  const there = [...inBucket, ...inDrive].map((file) => ({ ...file, state: 'stored' }))
  const named = (await replicas.execute()).map(({ id, ...replica }) => ({ ...replica, sha256: hashes.get(id) }))
  expect(byKey(there)).toEqual(byKey(named))
  expect(named).toHaveLength(2 * hashes.size)
  expect(await machines.filesOnDisks()).toEqual([])
}

function byKey<File extends { key: string | null }>(files: File[]): File[] {
  return files.toSorted((a, b) => String(a.key).localeCompare(String(b.key)))
}
