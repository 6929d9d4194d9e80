import type { ApplicationListQuery } from '../../../contract/application-list.ts'
import { APPLICATION_STATUSES } from '../../../contract/vocabulary.ts'
import type { ApplicationRow } from '../../platform/database/tables.ts'

/** Which applications a list is of, leaving aside the text that is searched. */
export type ApplicationFilter = Pick<ApplicationListQuery, 'status' | 'archived' | 'quarantined' | 'jobId'>

/** Applications that are filed alike; every index of the list begins with these, and so has them in each order. */
export type FiledAlike = Pick<ApplicationRow, 'quarantined' | 'archived' | 'status'>

/** The parts of which a filtered list is made up, at most ten. */
export function partsOf({ status, archived, quarantined = 'false' }: ApplicationFilter): FiledAlike[] {
  const statuses = status === undefined ? APPLICATION_STATUSES : [status]
  const sides = archived === undefined ? (['false', 'true'] as const) : [archived]
  return sides.flatMap((side) =>
    statuses.map((one) => ({ quarantined: flagOf(quarantined), archived: flagOf(side), status: one })),
  )
}

function flagOf(text: 'true' | 'false'): 0 | 1 {
  return text === 'true' ? 1 : 0
}
