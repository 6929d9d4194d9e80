/** Keys that are listed together. */
export type KeyGroup = { title: string; keys: ListedKey[] }

type ListedKey = { name: string; label: string }

/** Keys that move through a page, or open and leave a part of it. */
const NAVIGATION = /^([jk/?]|Arrow.*|[←→↑↓ ]+|Home End|Enter|Escape)$/

const GROUPS: Array<{ title: string; has: (name: string) => boolean }> = [
  { title: 'Navigation', has: (name) => NAVIGATION.test(name) },
  { title: 'Status', has: (name) => /^\d$/.test(name) },
  { title: 'Actions', has: () => true },
]

/** The keys of a screen in groups, in the order of the groups; the digits set a status on every screen. */
export function groupKeys(keys: ListedKey[]): KeyGroup[] {
  const byTitle = Map.groupBy(keys, ({ name }) => GROUPS.find(({ has }) => has(name))?.title)
  return GROUPS.flatMap(({ title }) => ({ title, keys: byTitle.get(title) ?? [] })).filter((group) => group.keys.length)
}

/** How a key is written on its cap. */
export function capOf(name: string): string {
  return CAPS[name] ?? name.replace(/(^|\+)([a-z])$/, (_, plus: string, letter: string) => plus + letter.toUpperCase())
}

const CAPS: Record<string, string> = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
