import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import type { ApplicationSummary } from '../../../../contract/applications/application-list.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { isDecided } from '../../../../contract/applications/status-lists.ts'
import type { ApplicationPage } from '../application-list-api.ts'
import type { Tab } from '../application-tabs.ts'
import { type ListView, QUARANTINE, UNANSWERED } from '../list-view.ts'

/** A change that an admin makes from an application's row. */
export type Change = { application: Application } & (
  | { kind: 'status'; status: Application['status'] }
  | { kind: 'archive'; archived: boolean }
  | { kind: 'release' }
  | { kind: 'delete' }
)

/** A change of status or archive as a change of a row. */
export function asRowChange(change: ApplicationChange, application: Application): Change {
  return 'status' in change
    ? { kind: 'status', application, status: change.status }
    : { kind: 'archive', application, archived: change.archived }
}

/** The application after a change; null once deleted. */
export function afterChange(change: Change): Application | null {
  if (change.kind === 'delete') return null
  if (change.kind === 'status') return { ...change.application, status: change.status }
  if (change.kind === 'release') return { ...change.application, quarantined: false }
  return { ...change.application, archived: change.archived }
}

/** The tab that lists an application, or the quarantine. */
function listOf({ quarantined, archived, status }: Application): Tab | typeof QUARANTINE {
  if (quarantined) return QUARANTINE
  return archived ? 'archived' : status
}

/** Whether a tab or another list has an application. */
export function isListed(tab: ListView['tab'], application: Application): boolean {
  if (tab !== UNANSWERED) return listOf(application) === tab
  const { quarantined, withdrawnAt, answer } = application
  return !quarantined && !withdrawnAt && !answer && isDecided(application)
}

/** A loaded page of a tab after a change: the row is updated or removed. */
export function changePage(
  page: ApplicationPage,
  tab: ListView['tab'],
  id: number,
  after: Application | null,
): ApplicationPage {
  if (!page.applications.some((one) => one.id === id)) return page
  if (after && isListed(tab, after)) {
    return { ...page, applications: page.applications.map((one) => (one.id === id ? after : one)) }
  }
  return { ...page, total: page.total - 1, applications: page.applications.filter((one) => one.id !== id) }
}

/** A loaded page after its change was refused: the row is restored at its index. */
export function undoOnPage(page: ApplicationPage, before: Application, index: number): ApplicationPage {
  const { applications } = page
  if (applications.some((one) => one.id === before.id)) {
    return { ...page, applications: applications.map((one) => (one.id === before.id ? before : one)) }
  }
  return { ...page, total: page.total + 1, applications: applications.toSpliced(index, 0, before) }
}

/**
 * The counts after an application moves from one state to another. Swapping the two states reverts it, so several
 * pending changes do not interfere.
 * @param isInFilter whether the tab counts, which follow the job filter, count this application
 */
export function moveCounts(
  summary: ApplicationSummary,
  from: Application | null,
  to: Application | null,
  isInFilter: boolean,
): ApplicationSummary {
  const moved = { ...summary, tabs: { ...summary.tabs } }
  const count = (application: Application | null, by: 1 | -1) => {
    if (!application) return
    const tab = listOf(application)
    if (tab === QUARANTINE) {
      moved.quarantined += by
      return
    }
    moved.totalApplications += by
    const stat = tab === 'archived' ? null : APPLICATION_STATUS[tab].stat
    if (stat) moved[stat] += by
    if (isInFilter) moved.tabs[tab] += by
  }
  count(from, -1)
  count(to, 1)
  return moved
}
