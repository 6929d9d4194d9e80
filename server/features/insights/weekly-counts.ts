import { SPARKLINE_WEEKS, type WeeklyCounts } from '../../../contract/insights.ts'
import type { ApplicationStatus } from '../../../contract/vocabulary.ts'
import type { Db } from '../../platform/database/tables.ts'
import { countReceived, listJobCreations, listRecentStatusChanges } from './insight-queries.ts'
import { emptyWeeks, type IsoWeeks, isoWeeksUntil } from './iso-weeks.ts'
import { withoutUndone } from './journey.ts'

/** Reads what the stat cards of the dashboard show beside their counts: eight weeks of what came in. */
export async function readWeeklyCounts(db: Db, now: Date): Promise<WeeklyCounts> {
  const weeks = isoWeeksUntil(now, SPARKLINE_WEEKS)
  const since = weeks.start.toISOString()
  const totalApplications = await countByWeek(db, weeks)
  const changes = [...(await listRecentStatusChanges(db, since)).values()].flatMap(withoutUndone)
  const movedTo = (status: ApplicationStatus) =>
    tally(
      weeks,
      changes.filter(({ to }) => to === status).map(({ at }) => at),
    )
  const movedBack = movedTo('pending')
  return {
    weeks: weeks.mondays,
    totalApplications,
    activeJobs: tally(weeks, (await listJobCreations(db, since)).map(Date.parse)),
    pendingReviews: totalApplications.map((received, index) => received + (movedBack[index] ?? 0)),
    interviewStage: movedTo('interview'),
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

function tally(weeks: IsoWeeks, instants: number[]): number[] {
  const counts = emptyWeeks(weeks)
  for (const at of instants) {
    const index = weeks.indexOf(at)
    if (index >= 0) counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}
