import type { ApplicationListQuery, ApplicationSummary } from '../../../../contract/applications/application-list.ts'
import { APPLICATION_STATUSES } from '../../../../contract/applications/status-lists.ts'
import { STATUS_OF_STAT, STATUS_STATS } from '../../../../contract/applications/status-stats.ts'
import { recordOf } from '../../../../contract/wire/records.ts'
import type { CalendarDay } from '../../../platform/calendar-day.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { readDocument } from '../../settings/document-queries.ts'
import { SETTINGS } from '../../settings/documents.ts'
import { countFoundTabs, countTabsAmong } from '../search/search-counts.ts'
import { findFewTagged } from '../stored/tagged-applications.ts'
import { countAll, countOriginalApplications, countTabs, type TabFilter } from './application-count-queries.ts'

/**
 * Counts what the dashboard shows: tabs by job, person and search, everything else over all jobs, archived ones only in
 * the total, in their own tab and in the recovery counts; those in quarantine in a count of their own.
 * @param today where the company is
 */
export async function readSummary(
  db: Db,
  { q: text, ...filter }: TabFilter & Pick<ApplicationListQuery, 'q'>,
  today: CalendarDay,
): Promise<ApplicationSummary> {
  const { answerWithinDays } = (await readDocument(db, SETTINGS)).value
  const counts = await countAll(db, today)
  const { activeJobs, quarantined, resubmitted, withdrawn, overdue, unanswered, replied, interviewsThisWeek, ...tabs } =
    counts
  return {
    totalApplications: APPLICATION_STATUSES.reduce((sum, status) => sum + tabs[status], tabs.archived),
    activeJobs,
    ...recordOf(STATUS_STATS, (stat) => tabs[STATUS_OF_STAT[stat]]),
    ...(text
      ? await countFoundTabs(db, text, filter)
      : { tabs: Object.keys(filter).length === 0 ? tabs : await countFilteredTabs(db, filter) }),
    recovery: { resubmitted, original: resubmitted === 0 ? 0 : await countOriginalApplications(db) },
    promise: { answerWithinDays, overdue, unanswered, replied },
    interviewsThisWeek,
    withdrawn,
    quarantined,
  }
}

/** Few that have the tags are counted one by one: they are found sooner than each tab is looked through. */
async function countFilteredTabs(db: Db, filter: TabFilter): Promise<ApplicationSummary['tabs']> {
  const few = await findFewTagged(db, filter.tagIds)
  return few ? countTabsAmong(db, filter, few) : countTabs(db, filter)
}
