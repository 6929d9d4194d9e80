import { ApiError } from './api-error.ts'

/** Whether a change was refused because it was based on an older version. */
export function isEditConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'changed_meanwhile'
}

/** The stored version that caused an edit conflict (`docs/decisions/0043`); undefined for any other error. */
export function conflictingVersion<Stored>(error: unknown): Stored | undefined {
  return isEditConflict(error) ? (error.current as Stored) : undefined
}

/**
 * Saves a change; if the stored version is newer, rebases the change and saves again.
 * @param seen the version that the change is based on
 * @param save saves it over a version
 * @param rebase applies the change to the stored version; undefined if the admin must choose
 * @throws what `save` throws; with {@link conflictingVersion} where a person must choose
 */
export async function saveWithRebase<Stored, Change>(
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
    const current = conflictingVersion<Stored>(error)
    const rebased = current && rebase(seen, change, current)
    if (rebased === undefined || current === undefined) throw error
    return saveWithRebase(current, rebased, { save, rebase })
  }
}
