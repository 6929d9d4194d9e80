import type { DraftStore } from './draft-store.ts'

/** Drafts that also survive a reload, and that other parts of the screen can watch. */
type StoredDrafts<Values> = DraftStore<number, Values> & {
  survivesReload: true
  remove: (key: number, author: string | undefined) => void
  /** All drafts of an author; the same object until one changes. */
  list: (author: string | undefined) => Readonly<Record<number, Values>>
  subscribe: (listener: () => void) => () => void
}

/** Where the drafts are written. */
type Entries = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Creates a store in the browser tab's session storage, which ends with the tab. Without storage, or when it is full,
 * the drafts last as long as the page.
 * @param entry name of its entry; one entry holds the drafts of one author
 */
export function createStoredDrafts<Values>(
  entry: string,
  openStorage: () => Entries = () => sessionStorage,
): StoredDrafts<Values> {
  type Drafts = Readonly<Record<number, Values>>
  const loaded = new Map<string, Drafts>()
  const listeners = new Set<() => void>()
  const nameOf = (author: string | undefined) => `${entry}:${author ?? ''}`

  const list = (author: string | undefined): Drafts => {
    const name = nameOf(author)
    const drafts = loaded.get(name) ?? readEntry<Drafts>(openStorage, name) ?? {}
    loaded.set(name, drafts)
    return drafts
  }
  const write = (author: string | undefined, drafts: Drafts) => {
    const name = nameOf(author)
    loaded.set(name, drafts)
    writeEntry(openStorage, name, Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts))
    for (const notify of listeners) notify()
  }
  const remove = (key: number, author: string | undefined) => {
    const { [key]: removed, ...others } = list(author)
    if (removed !== undefined) write(author, others)
  }
  return {
    survivesReload: true,
    list,
    remove,
    save: (key, author, values) => write(author, { ...list(author), [key]: values }),
    take(key, author) {
      const draft = list(author)[key]
      remove(key, author)
      return draft
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

function readEntry<Drafts>(openStorage: () => Entries, name: string): Drafts | undefined {
  try {
    return JSON.parse(openStorage().getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function writeEntry(openStorage: () => Entries, name: string, text: string | null): void {
  try {
    if (text === null) openStorage().removeItem(name)
    else openStorage().setItem(name, text)
  } catch {
    // The drafts stay in memory.
  }
}
