import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationSummary } from '../../../../contract/applications/application-list.ts'
import { NO_JOB } from '../../../../contract/applications/application-terms.ts'
import { APPLICATION_KEY } from '../../api/application-api.ts'
import {
  type ApplicationPage,
  type CountedView,
  type ListPosition,
  PAGES_KEY,
  SUMMARIES_KEY,
} from '../application-list-api.ts'
import { afterChange, type Change, changePage, moveCounts, undoOnPage } from './row-changes.ts'

/**
 * Applies changes to all loaded pages and counts, and to applications that are read alone.
 * @returns the action that takes back all of them, or those of the given applications
 */
export function showChanges(client: QueryClient, changes: Change[]): (ids?: ReadonlySet<number>) => void {
  const undo = notifyManager.batch(() =>
    changes.map((change) => [change.application.id, showChange(client, change)] as const),
  )
  return (ids) =>
    notifyManager.batch(() => {
      // In reverse: each row goes back to the index that it had after the changes before it.
      for (const [id, takeBack] of undo.toReversed()) if (!ids || ids.has(id)) takeBack()
    })
}

/** Shows a newer version of applications in every loaded page that lists them, and where they are read alone. */
export function showStored(client: QueryClient, stored: Application[]): void {
  const newer = new Map(stored.map((one) => [one.id, one]))
  notifyManager.batch(() => {
    for (const one of stored) showAlone(client, one)
    for (const [key, page] of client.getQueriesData<ApplicationPage>({ queryKey: PAGES_KEY })) {
      if (!page?.applications.some(({ id }) => newer.has(id))) continue
      const applications = page.applications.map((one) => ({ ...one, ...newer.get(one.id) }))
      client.setQueryData<ApplicationPage>(key, { ...page, applications })
    }
  })
}

function showChange(client: QueryClient, change: Change): () => void {
  const before = change.application
  const after = afterChange(change)
  const changedPages: Array<{ key: readonly unknown[]; index: number }> = []
  const searches = new Set([''])
  for (const [key, page] of client.getQueriesData<ApplicationPage>({ queryKey: PAGES_KEY })) {
    const index = page?.applications.findIndex(({ id }) => id === before.id) ?? -1
    if (!page || index < 0) continue
    const position = key[3] as ListPosition
    changedPages.push({ key, index })
    searches.add(position.search)
    client.setQueryData<ApplicationPage>(key, changePage(page, position.tab, before.id, after))
  }
  moveLoadedCounts(client, before, after, searches)
  if (after) showAlone(client, changedValue(change, after))
  return () => {
    if (after) showAlone(client, changedValue(change, before))
    for (const { key, index } of changedPages) {
      client.setQueryData<ApplicationPage>(key, (page) => page && undoOnPage(page, before, index))
    }
    moveLoadedCounts(client, after, before, searches)
  }
}

/** Only what a change gives: text that is saved meanwhile, and what another change gives, stays. */
function changedValue({ kind }: Change, { id, status, archived, quarantined }: Application) {
  if (kind === 'status') return { id, status }
  return kind === 'archive' ? { id, archived } : { id, quarantined }
}

function showAlone(client: QueryClient, newer: Pick<Application, 'id'> & Partial<Application>) {
  const filters = { queryKey: [...APPLICATION_KEY, newer.id] }
  client.setQueriesData<Application>(filters, (one) => one && { ...one, ...newer })
}

/** @param searches the searches that are known to find the application */
function moveLoadedCounts(
  client: QueryClient,
  from: Application | null,
  to: Application | null,
  searches: ReadonlySet<string>,
) {
  const jobId = (from ?? to)?.jobId
  for (const [key, summary] of client.getQueriesData<ApplicationSummary>({ queryKey: SUMMARIES_KEY })) {
    const { job, search } = key[2] as CountedView
    const isInFilter = (job === '' || job === String(jobId ?? NO_JOB)) && searches.has(search)
    if (summary) client.setQueryData(key, moveCounts(summary, from, to, isInFilter))
  }
}
