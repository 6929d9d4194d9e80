import type { InfiniteData } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationPage } from '../application-list-api.ts'
import { isListed } from '../changes/row-changes.ts'
import type { ListView } from '../list-view.ts'

/** The loaded pages of a queue. */
export type QueueData = InfiniteData<ApplicationPage>

/** Whether an application belongs to a list, apart from its search. */
export function isListedIn({ tab, job }: ListView, application: Application): boolean {
  const isOfJob = job === '' || job === String(application.jobId ?? 'none')
  return isListed(tab, application) && isOfJob
}

/**
 * The applications of a queue in its order, each once (a page read later may repeat a row that moved), and how many it
 * has in all. One that does not belong to the list any more is left out but keeps its position, until the next reading.
 */
export function readQueue(queue: QueueData | undefined, view: ListView) {
  const all = queue?.pages.flatMap((page) => page.applications) ?? []
  const rows = [...new Map(all.map((application) => [application.id, application])).values()]
  const applications = rows.filter((one) => isListedIn(view, one))
  const total = queue?.pages[0]?.total
  return { applications, total: total === undefined ? undefined : total - (rows.length - applications.length) }
}

/** What is newer of an application. */
export type Newer = Partial<Application> & Pick<Application, 'id'>

/** The queue with what is newer of one of its applications. */
export function updateQueue(queue: QueueData, newer: Newer): QueueData {
  return mapPages(queue, 0, (rows) => rows.map((one) => (one.id === newer.id ? { ...one, ...newer } : one)))
}

/** The queue without an application that was deleted. */
export function dropFromQueue(queue: QueueData, id: number): QueueData {
  const isHere = queue.pages.some(({ applications }) => applications.some((one) => one.id === id))
  return isHere ? mapPages(queue, -1, (rows) => rows.filter((one) => one.id !== id)) : queue
}

function mapPages(queue: QueueData, more: number, change: (rows: Application[]) => Application[]): QueueData {
  const pages = queue.pages.map((page) => ({
    ...page,
    applications: change(page.applications),
    total: page.total + more,
  }))
  return { ...queue, pages }
}

/** The position of an application in a queue, and its neighbors. */
type QueuePosition = {
  /** From 0; undefined for an application that is not in the queue. */
  index: number | undefined
  previous: Application | undefined
  next: Application | undefined
}

/**
 * Finds an application and its neighbors.
 * @param lastIndex where it stood before it left the queue; its neighbors there are its neighbors still
 * @param leaving applications that are about to leave the queue, which are skipped
 */
export function positionOf(
  queue: Application[],
  id: number,
  lastIndex: number,
  leaving: ReadonlySet<number> = new Set(),
): QueuePosition {
  const index = queue.findIndex((one) => one.id === id)
  const isFree = (one: Application) => !leaving.has(one.id)
  const [before, after] = index < 0 ? [lastIndex, lastIndex] : [index, index + 1]
  return {
    index: index < 0 ? undefined : index,
    previous: queue.slice(0, before).findLast(isFree),
    next: queue.slice(after).find(isFree),
  }
}
