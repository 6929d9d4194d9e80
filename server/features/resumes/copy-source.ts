import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import type { Db, FileStoreName, ResumeRow } from '../../platform/database/tables.ts'
import { CloudFault } from '../../platform/file-stores/cloud-store.ts'
import type { ResumeStore } from '../../platform/file-stores/local/resume-store.ts'
import { fetchCopy } from './fetch-copy.ts'
import { cloudAt, type ResumePlaces } from './resume-places.ts'
import { isKept, type KeptCopy, listCopies, noteCopy } from './resume-queries.ts'

/** A file with the content that was received, to be copied elsewhere. */
export type CopySource = AsyncDisposable & {
  /** Opens the content from a byte on. */
  read(from: number): Readable
}

type Sources = { db: Db; store: ResumeStore; places: ResumePlaces; clock: Clock }

/**
 * Finds a file of a resume that is whole: on the disk, otherwise in another cloud store, by way of a temporary file. One
 * that is not is noted.
 * @param target the place that is to get the copy
 * @throws {CloudFault} lasting when there is none
 */
export async function openWholeFile(sources: Sources, resume: ResumeRow, target: FileStoreName): Promise<CopySource> {
  const copies = (await listCopies(sources.db, resume.application_id)).filter(isKept)
  const local = copies.find(({ store: place }) => place === 'local')
  const ofDisk = local && (await openLocal(sources, resume, local))
  if (ofDisk && 'read' in ofDisk) return ofDisk
  for (const copy of copies) {
    if (copy.store === 'local' || copy.store === target || copy.state !== 'stored') continue
    const source = await openCloud(sources, resume, copy)
    if (source) return source
  }
  throw ofDisk?.fault ?? lost('There is no local file to copy.')
}

/** What cannot be mended by trying again. */
export function lost(message: string): CloudFault {
  return new CloudFault(message, { isPermanent: true })
}

async function openLocal(
  { db, store, places, clock }: Sources,
  { sha256 }: ResumeRow,
  copy: KeptCopy,
): Promise<CopySource | { fault: CloudFault }> {
  const facts = await store.describe(copy.key)
  if (facts?.sha256 === sha256) {
    return { read: (from) => store.read(copy.key, from), [Symbol.asyncDispose]: async () => undefined }
  }
  if (!facts && places.home !== 'local') {
    return { fault: new CloudFault('The file is on another machine, whose server copies it.', { isPermanent: false }) }
  }
  const state = facts ? 'altered' : 'missing'
  await noteCopy(db, copy, { state, isChecked: true }, clock())
  return { fault: lost(`The local file is ${state}.`) }
}

async function openCloud(
  { db, store, places, clock }: Sources,
  { sha256 }: ResumeRow,
  copy: KeptCopy,
): Promise<CopySource | undefined> {
  const cloud = cloudAt(places, copy.store)
  if (!cloud) return undefined
  const file = await fetchCopy({ store, cloud }, copy.key, sha256)
  if (typeof file !== 'string') {
    return {
      read: (start) => createReadStream(file.path, { start }),
      [Symbol.asyncDispose]: () => store.discard(file),
    }
  }
  await noteCopy(db, copy, { state: file, isChecked: true }, clock())
  return undefined
}
