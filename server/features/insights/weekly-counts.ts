import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { SPARKLINE_WEEKS, type WeeklyCounts } from '../../../contract/applications/insights.ts'
import { FIRST_STATUS } from '../../../contract/applications/status-lists.ts'
import { STATUS_OF_STAT, STATUS_STATS } from '../../../contract/applications/status-stats.ts'
import { recordOf } from '../../../contract/wire/records.ts'
import type { Db } from '../../platform/database/tables.ts'
import { withoutUndone } from '../applications/stored/status-changes.ts'
import { countReceived, findLastChanged, listJobCreations, listRecentStatusChanges } from './insight-queries.ts'
import { emptyWeeks, type IsoWeeks, isoWeeksUntil } from './iso-weeks.ts'

/** Few enough that the thread of the server, in which SQLite reads, is soon free again. */
const IDS_AT_ONCE = 10_000

/** Reads what the stat cards of the dashboard show beside their counts: eight weeks of what came in. */
export async function readWeeklyCounts(db: Db, now: Date): Promise<WeeklyCounts> {
  const weeks = isoWeeksUntil(now, SPARKLINE_WEEKS)
  const totalApplications = await countByWeek(db, weeks)
  const moved = await countMoves(db, weeks, totalApplications)
  const activeJobs = emptyWeeks(weeks)
  for (const at of await listJobCreations(db, weeks.start.toISOString())) addTo(activeJobs, weeks, Date.parse(at))
  return {
    weeks: weeks.mondays,
    totalApplications,
    activeJobs,
    ...moved,
  }
}

/** Counted by the database: a week may have thousands of applications, and an index holds their dates. */
async function countByWeek(db: Db, { mondays }: IsoWeeks): Promise<number[]> {
  const counts: number[] = []
  for (const [index, monday] of mondays.entries()) {
    counts.push(await countReceived(db, monday, mondays[index + 1] ?? END_OF_TIME))
  }
  return counts
}

/** After every instant, which begins with a digit. */
const END_OF_TIME = '~'

/** Counts by week the moves to each status of a stat card; an application is received in the first one. */
async function countMoves(db: Db, weeks: IsoWeeks, received: readonly number[]) {
  const moved = recordOf(STATUS_STATS, (stat) =>
    STATUS_OF_STAT[stat] === FIRST_STATUS ? [...received] : emptyWeeks(weeks),
  )
  const end = await findLastChanged(db)
  for (let first = 1; first <= end; first += IDS_AT_ONCE) {
    const range = { since: weeks.start.toISOString(), first, last: first + IDS_AT_ONCE - 1 }
    for (const changes of (await listRecentStatusChanges(db, range)).values())
      for (const { to, at } of withoutUndone(changes)) {
        const stat = STATUS_STATS.find((one) => STATUS_OF_STAT[one] === to)
        if (stat) addTo(moved[stat], weeks, at)
      }
    await yieldToOthers()
  }
  return moved
}

function addTo(counts: number[], weeks: IsoWeeks, at: number): void {
  const index = weeks.indexOf(at)
  if (index >= 0) counts[index] = (counts[index] ?? 0) + 1
}
