import { ApiError } from './api-error.ts'

/** What is stored now, where a change was refused because of it (`docs/decisions/0043`); undefined for any other error. */
export function storedMeanwhile<Stored>(error: unknown): Stored | undefined {
  const isConflict = error instanceof ApiError && error.code === 'changed_meanwhile'
  return isConflict ? (error.current as Stored) : undefined
}

/**
 * Saves a change, and again where only something else has been changed meanwhile.
 * @param seen what its author had in view
 * @param save saves it over a version
 * @param rebase puts the change on what is stored now; undefined where a person must choose
 * @throws what `save` throws; with {@link storedMeanwhile} where a person must choose
 */
export async function saveOver<Stored, Change>(
  seen: Stored,
  change: Change,
  {
    save,
    rebase,
  }: {
    save: (seen: Stored, change: Change) => Promise<Stored>
    rebase: (seen: Stored, change: Change, current: Stored) => Change | undefined
  },
): Promise<Stored> {
  try {
    return await save(seen, change)
  } catch (error) {
    const current = storedMeanwhile<Stored>(error)
    const rebased = current && rebase(seen, change, current)
    if (rebased === undefined || current === undefined) throw error
    return saveOver(current, rebased, { save, rebase })
  }
}
