/** What was typed into forms of one kind before they were taken away, by what each form is about. */
export type DraftShelf<Key, Values> = {
  /** Takes a draft out; nothing where somebody else typed it. */
  take: (key: Key, typist: string | undefined) => Values | undefined
  keep: (key: Key, typist: string | undefined, values: Values) => void
}

/** An empty shelf. It lasts as long as this page: nothing of it is stored in the browser. */
export function createDraftShelf<Key, Values>(): DraftShelf<Key, Values> {
  const drafts = new Map<Key, { typist: string | undefined; values: Values }>()
  return {
    take(key, typist) {
      const draft = drafts.get(key)
      drafts.delete(key)
      return draft?.typist === typist ? draft?.values : undefined
    },
    keep: (key, typist, values) => {
      drafts.set(key, { typist, values })
    },
  }
}
