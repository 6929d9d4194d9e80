/**
 * The list that is before someone's eyes: what is read of it anew leaves its rows in their places
 * (`docs/decisions/0148-beside-others.md`).
 */
export const seenList = {
  /** Key of the page that is shown. */
  page: '',
  /** Whether it was read since it was opened: what is read first is shown as it is. */
  isRead: false,
  /** Applications that were changed here, until the list is read after it: what becomes of their rows surprises nobody. */
  own: new Set<number>(),
}

/** Notes applications that are changed here. */
export function noteOwn(applications: readonly { id: number }[]): void {
  for (const { id } of applications) seenList.own.add(id)
}

/** Nobody looks, or wants to see what is new: the next page that is read is shown as it is. */
export function stopHolding(): void {
  seenList.isRead = false
}
