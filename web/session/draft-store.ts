/** Unsaved drafts of one kind of form, by subject and author. */
export type DraftStore<Key, Values> = {
  /** Removes and returns the author's draft; another author's draft stays. */
  take: (key: Key, author: string | undefined) => Values | undefined
  save: (key: Key, author: string | undefined, values: Values) => void
  /** Whether drafts survive a reload, so that the browser need not ask before one. */
  survivesReload?: boolean
}

/** Creates an empty store in memory; nothing is written to the browser's storage. */
export function createDraftStore<Key, Values>(): DraftStore<Key, Values> {
  const drafts = new Map<string | undefined, Map<Key, Values>>()
  return {
    take(key, author) {
      const draft = drafts.get(author)?.get(key)
      drafts.get(author)?.delete(key)
      return draft
    },
    save(key, author, values) {
      drafts.set(author, (drafts.get(author) ?? new Map<Key, Values>()).set(key, values))
    },
  }
}
