import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { isDecided } from '../../../../contract/applications/status-lists.ts'
import { isAnswerDue } from '../../../../contract/promise/answer-due.ts'
import { LATE, QUARANTINE, REPLIED, UNANSWERED } from '../../../../contract/search/list-filter.ts'
import { APPLICATION_KEY } from '../../api/application-api.ts'
import { type ApplicationPage, type ListPosition, PAGES_KEY } from '../application-list-api.ts'
import type { ListView } from '../list-view.ts'
import { noteOwn } from './seen-list.ts'

/** An application as the admin sees it when changing it. */
export type SeenApplication = Pick<Application, 'id' | 'version' | 'name' | 'status' | 'archived'>

/** What an admin does to a row: a decision, a release from the quarantine, or null for its deletion. */
export type RowChange = ApplicationChange | { quarantined: false } | null

/** What a change gives an application, without what becomes of its interviews. */
export function givenBy(change: ApplicationChange): Pick<Application, 'status'> | Pick<Application, 'archived'> {
  return 'status' in change ? { status: change.status } : { archived: change.archived }
}

/** The fields that an application is given. */
function fieldsOf(change: NonNullable<RowChange>) {
  return 'quarantined' in change ? change : givenBy(change)
}

/** The application after a change; null once deleted. */
export function afterChange(application: Application, change: RowChange): Application | null {
  return change && { ...application, ...fieldsOf(change) }
}

/** Whether a tab or another list has an application. */
export function isListed(tab: ListView['tab'], application: Application): boolean {
  const { quarantined, archived, status, withdrawnAt, answered } = application
  if (quarantined) return tab === QUARANTINE
  if (tab === LATE) return isAnswerDue(application)
  // Only the server knows; the list is read again.
  if (tab === REPLIED) return true
  if (tab === UNANSWERED) return !withdrawnAt && !answered && isDecided(application)
  return tab === (archived ? 'archived' : status)
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

/** Takes back what was shown, for all or some applications. */
export type TakeBack = (ids?: ReadonlySet<number>) => void

/**
 * Applies a change to all loaded pages, and to applications that are read alone. The counts are read again after it.
 * @returns the action that takes back all of them, or those of the given applications
 */
export function showChange(client: QueryClient, change: RowChange, applications: readonly Application[]): TakeBack {
  noteOwn(applications)
  const undo = notifyManager.batch(() => applications.map((one) => [one.id, showOne(client, change, one)] as const))
  return (ids) =>
    notifyManager.batch(() => {
      // In reverse: each row goes back to the index that it had after the changes before it.
      for (const [id, takeBack] of undo.toReversed()) if (!ids || ids.has(id)) takeBack()
    })
}

/** Shows a newer version of applications in every loaded page that lists them, and where they are read alone. */
export function showStored(client: QueryClient, stored: Application[]): void {
  noteOwn(stored)
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

function showOne(client: QueryClient, change: RowChange, before: Application): () => void {
  const after = afterChange(before, change)
  const changedPages: Array<{ key: readonly unknown[]; index: number }> = []
  for (const [key, page] of client.getQueriesData<ApplicationPage>({ queryKey: PAGES_KEY })) {
    const index = page?.applications.findIndex(({ id }) => id === before.id) ?? -1
    if (!page || index < 0) continue
    changedPages.push({ key, index })
    client.setQueryData<ApplicationPage>(key, changePage(page, (key[3] as ListPosition).tab, before.id, after))
  }
  // Only what the change gives: text that is saved meanwhile, and what another change gives, stays.
  const given = change ? fieldsOf(change) : {}
  const fields = Object.keys(given) as Array<'status' | 'archived' | 'quarantined'>
  const former = Object.fromEntries(fields.map((field) => [field, before[field]]))
  if (change) showAlone(client, { id: before.id, ...given })
  return () => {
    if (change) showAlone(client, { id: before.id, ...former })
    for (const { key, index } of changedPages) {
      client.setQueryData<ApplicationPage>(key, (page) => page && undoOnPage(page, before, index))
    }
  }
}

function showAlone(client: QueryClient, newer: Pick<Application, 'id'> & Partial<Application>) {
  const filters = { queryKey: [...APPLICATION_KEY, newer.id] }
  client.setQueriesData<Application>(filters, (one) => one && { ...one, ...newer })
}
