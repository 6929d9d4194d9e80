import { copyFile, link } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { findResume, listReplicas } from '../../features/resumes/resume-queries.ts'
import type { ReplicaRow, Tables } from '../../platform/database/tables.ts'
import { RESUME_FOLDERS } from '../../platform/file-stores/local/local-store.ts'
import { listLocalFiles } from './folder-queries.ts'

/** Where a backup comes together. */
export type Staging = {
  dataDir: string
  /** An existing folder on the file system of the data folder; the files go to `resumes/` in it. */
  folder: string
  signal: AbortSignal
}

type Databases = { live: Kysely<Tables>; staged: Kysely<Tables> }

/**
 * Links the files that a snapshot names, so that a deletion cannot take them away while they are read. Where one has
 * gone since the snapshot, the snapshot follows the live database; a file that is really lost is left out.
 */
export async function holdFiles(staging: Staging, databases: Databases): Promise<void> {
  for (const { application, key } of await listLocalFiles(databases.staged)) {
    staging.signal.throwIfAborted()
    let wanted: string | undefined = key
    while (wanted !== undefined && !(await holdFile(staging, wanted))) {
      wanted = await catchUp(databases, application, wanted)
    }
  }
}

async function holdFile({ dataDir, folder }: Staging, key: string): Promise<boolean> {
  const to = join(folder, 'resumes', key)
  for (const name of RESUME_FOLDERS) {
    const from = join(dataDir, name, key)
    try {
      // Not every file system has links.
      await link(from, to).catch(() => copyFile(from, to))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return false
}

/**
 * Brings the places of a resume up to date whose file has gone since the snapshot.
 * @returns the key to look for instead; undefined when there is none, or when the file is really lost
 */
async function catchUp({ live, staged }: Databases, application: number, lost: string): Promise<string | undefined> {
  const now = await live.transaction().execute(async (trx) => ({
    isThere: (await findResume(trx, application)) !== undefined,
    copies: await listReplicas(trx, application),
  }))
  if (!now.isThere) {
    await staged.deleteFrom('applications').where('id', '=', application).execute()
    return undefined
  }
  const local = now.copies.find((copy) => copy.store === 'local')
  if (local?.key === lost) return undefined
  await replaceCopies(staged, application, now.copies)
  return local?.key ?? undefined
}

async function replaceCopies(staged: Kysely<Tables>, application: number, copies: ReplicaRow[]): Promise<void> {
  await staged.deleteFrom('resume_replicas').where('application_id', '=', application).execute()
  if (copies.length > 0) await staged.insertInto('resume_replicas').values(copies).execute()
}
