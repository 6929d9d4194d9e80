import type { InfiniteData } from '@tanstack/react-query'
import type { Application } from '../../../../contract/application.ts'
import { listOf } from '../changes/row-changes.ts'
import type { ApplicationPage } from '../list/application-list-api.ts'
import type { ListView } from '../list/list-view.ts'

/** The loaded pages of a queue. */
export type QueueData = InfiniteData<ApplicationPage>

/** The applications of a queue in its order, each once: a page read later may repeat a row that moved. */
export function applicationsOf(queue: QueueData | undefined): Application[] {
  const all = queue?.pages.flatMap(({ applications }) => applications) ?? []
  return [...new Map(all.map((application) => [application.id, application])).values()]
}

/** Whether an application belongs to a list, apart from its search. */
export function isListedIn({ tab, job }: ListView, application: Application): boolean {
  const isOfJob = job === '' || job === String(application.jobId ?? 'none')
  return listOf(application) === tab && isOfJob
}

/**
 * The queue after an application changed: its row is updated, or removed when it left the list.
 * @param after the application as it is now; null once deleted
 */
export function changeQueue(queue: QueueData, view: ListView, id: number, after: Application | null): QueueData {
  if (!applicationsOf(queue).some((one) => one.id === id)) return queue
  const stays = after !== null && isListedIn(view, after)
  return mapPages(queue, stays ? 0 : -1, (page) =>
    stays
      ? page.applications.map((one) => (one.id === id ? after : one))
      : page.applications.filter((one) => one.id !== id),
  )
}

/** The queue with an application back at its index, as after an undo. */
export function restoreToQueue(queue: QueueData, view: ListView, application: Application, index: number): QueueData {
  if (!isListedIn(view, application)) return queue
  if (applicationsOf(queue).some(({ id }) => id === application.id)) {
    return changeQueue(queue, view, application.id, application)
  }
  let before = index
  let isPlaced = false
  return mapPages(queue, 1, ({ applications, nextCursor }) => {
    const isHere = !isPlaced && (before <= applications.length || nextCursor === null)
    const at = before
    before -= applications.length
    isPlaced ||= isHere
    return isHere ? applications.toSpliced(at, 0, application) : applications
  })
}

function mapPages(queue: QueueData, change: 1 | 0 | -1, rowsOf: (page: ApplicationPage) => Application[]): QueueData {
  const pages = queue.pages.map((page) => ({ ...page, applications: rowsOf(page), total: page.total + change }))
  return { ...queue, pages }
}

/** The place of an application in a queue, and its neighbors. */
export type Place = {
  /** From 0; undefined for an application that is not in the queue. */
  index: number | undefined
  previous: Application | undefined
  next: Application | undefined
}

/**
 * Finds an application and its neighbors.
 * @param lastIndex where it stood before it left the queue; its neighbors there are its neighbors still
 * @param leaving applications that are about to leave the queue, which nobody moves on to
 */
export function placeOf(
  queue: Application[],
  id: number,
  lastIndex: number,
  leaving: ReadonlySet<number> = new Set(),
): Place {
  const found = queue.findIndex((one) => one.id === id)
  const isFree = (one: Application) => !leaving.has(one.id)
  const [before, after] = found < 0 ? [lastIndex, lastIndex] : [found, found + 1]
  return {
    index: found < 0 ? undefined : found,
    previous: queue.slice(0, before).findLast(isFree),
    next: queue.slice(after).find(isFree),
  }
}
