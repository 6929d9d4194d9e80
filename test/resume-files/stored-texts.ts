import { vi } from 'vitest'
import { reindexResume } from '../../server/features/applications/stored/application-search-queries.ts'
import { extractTextTask } from '../../server/features/resumes/resume-task-kinds.ts'
import { storeResumeText } from '../../server/features/resumes/resume-text-queries.ts'
import type { Db, ResumeTextRow } from '../../server/platform/database/tables.ts'
import { PARSER_VERSION } from '../../server/platform/text-extraction/text-extractor.ts'

/** Stores the text of a resume, as its extraction would, for an application that has none yet. */
export async function insertResumeText(
  db: Db,
  applicationId: number,
  text: string,
  changes: Partial<ResumeTextRow> = {},
): Promise<void> {
  await storeResumeText(db, {
    application_id: applicationId,
    state: 'extracted',
    text,
    pages: 1,
    is_truncated: 0,
    parser_version: PARSER_VERSION,
    extracted_at: '2026-03-01T12:00:00.000Z',
    ...changes,
  })
  await reindexResume(db, applicationId, '', text)
}

/** Waits until the text of each resume is read, which changes rows and opens files, or its store has failed. */
export async function textsAreRead(db: Db): Promise<void> {
  const waiting = db
    .selectFrom('outbox_tasks')
    .select('id')
    .where('kind', '=', extractTextTask.kind)
    .where('last_error', 'is', null)
  await vi.waitUntil(async () => !(await waiting.executeTakeFirst()), { timeout: 30_000, interval: 50 })
}
