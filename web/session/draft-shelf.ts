/** What was typed into forms of one kind before they were taken away, by what each form is about and who typed it. */
export type DraftShelf<Key, Values> = {
  /** Takes a draft out; one that somebody else typed stays for its author. */
  take: (key: Key, typist: string | undefined) => Values | undefined
  keep: (key: Key, typist: string | undefined, values: Values) => void
}

/** An empty shelf. It lasts as long as this page: nothing of it is stored in the browser. */
export function createDraftShelf<Key, Values>(): DraftShelf<Key, Values> {
  const drafts = new Map<string | undefined, Map<Key, Values>>()
  return {
    take(key, typist) {
      const draft = drafts.get(typist)?.get(key)
      drafts.get(typist)?.delete(key)
      return draft
    },
    keep(key, typist, values) {
      drafts.set(typist, (drafts.get(typist) ?? new Map<Key, Values>()).set(key, values))
    },
  }
}
