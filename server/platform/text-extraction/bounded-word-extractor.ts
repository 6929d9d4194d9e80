import { createRequire } from 'node:module'
import type WordExtractor from 'word-extractor'

type Table = { _table: ArrayLike<number>; getSecIdChain(start: number): number[] }
type Entry = { left: number; right: number; storageDirId: number }
type Tree = { _entries: ArrayLike<Entry | undefined>; _getChildIds(storage: Entry): number[] }

const LEAF = -1

/**
 * Loads the reader of DOC files. Its own two walks through a file trust it: a chain of sectors or a tree of entries that leads
 * back into itself fills an array until V8 ends the whole process, which no limit of a worker thread prevents.
 */
export function loadWordExtractor(): typeof WordExtractor {
  const load = createRequire(import.meta.url)
  const table = load('word-extractor/lib/ole-allocation-table.js').prototype as Table
  table.getSecIdChain = function (start) {
    return followChain(this._table, start)
  }
  const tree = load('word-extractor/lib/ole-directory-tree.js').prototype as Tree
  tree._getChildIds = function (storage) {
    return listChildren(this._entries, storage)
  }
  return load('word-extractor') as typeof WordExtractor
}

/** @throws when a chain has more sectors than the table */
function followChain(table: ArrayLike<number>, start: number): number[] {
  const chain: number[] = []
  for (let sector = start; sector > LEAF; sector = table[sector] ?? LEAF) {
    if (chain.length > table.length) throw new Error('A chain of sectors leads back into itself.')
    chain.push(sector)
  }
  return chain
}

/** @throws when an entry is missing, or is met twice */
function listChildren(entries: ArrayLike<Entry | undefined>, { storageDirId }: Entry): number[] {
  const children = new Set<number>()
  const open = [storageDirId]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id <= LEAF) continue
    const entry = entries[id]
    if (!entry || children.has(id)) throw new Error('A tree of entries leads back into itself.')
    children.add(id)
    open.push(entry.right, entry.left)
  }
  return [...children]
}
