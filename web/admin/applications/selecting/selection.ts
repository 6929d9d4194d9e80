import type { Application } from '../../../../contract/applications/application.ts'

/** The selected applications by id, as they were last read. */
export type Selection = ReadonlyMap<number, Application>

/** The selection with these applications added or removed. */
export function withSelected(selection: Selection, applications: Application[], isSelected: boolean): Selection {
  const next = new Map(selection)
  for (const application of applications) {
    if (isSelected) next.set(application.id, application)
    else next.delete(application.id)
  }
  return next
}

/**
 * The rows from one to another, both included, in list order.
 * @param anchor id of the row that the range starts from; null or not listed for the other row alone
 */
export function rangeOf(applications: Application[], anchor: number | null, id: number): Application[] {
  const to = applications.findIndex((one) => one.id === id)
  const from = applications.findIndex((one) => one.id === anchor)
  if (to < 0) return []
  if (from < 0) return applications.slice(to, to + 1)
  return applications.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** The selection with the versions that were read since. */
export function refreshed(selection: Selection, applications: Application[]): Selection {
  const newer = applications.filter((one) => selection.has(one.id) && selection.get(one.id) !== one)
  return newer.length === 0 ? selection : withSelected(selection, newer, true)
}
