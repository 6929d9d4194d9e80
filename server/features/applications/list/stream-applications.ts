import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { applicationSchema } from '../../../../contract/applications/application.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { presentApplication } from '../stored/application-presenter.ts'
import { type ApplicationWithResume, listApplications } from '../stored/application-queries.ts'

/** Rows that are read and written out at a time: what the whole list takes of the memory, however long it is. */
const BATCH = 500

/** The whole list, or its beginning where that is not all of it. */
export async function readWholeList(db: Kysely<Tables>): Promise<{ rows: ApplicationWithResume[]; isAll: boolean }> {
  const rows = await readBatch(db)
  return { rows, isAll: rows.length < BATCH }
}

/**
 * The whole list as a JSON array, newest first. Each batch is read when the one before has been taken; what comes in
 * meanwhile is left out. Fails when the database does, or when a row is not what the contract says.
 * @param beginning what {@link readWholeList} has read
 */
export function streamApplications(db: Kysely<Tables>, beginning: ApplicationWithResume[]): Readable {
  return Readable.from(jsonPieces(db, beginning), { highWaterMark: 1 })
}

async function* jsonPieces(db: Kysely<Tables>, beginning: ApplicationWithResume[]): AsyncGenerator<string> {
  let before = '['
  for (let rows = beginning; rows.length > 0; rows = await readBatch(db, rows.at(-1))) {
    yield before + rows.map((row) => JSON.stringify(applicationSchema.parse(presentApplication(row)))).join()
    before = ','
  }
  yield ']'
}

function readBatch(db: Kysely<Tables>, after?: ApplicationWithResume): Promise<ApplicationWithResume[]> {
  return listApplications(db, BATCH, after)
}
