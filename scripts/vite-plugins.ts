import type { ESTree, Plugin } from 'vite'

/** The page is whole without its script: styles and letters come first. */
export const scriptAfterStyles: Plugin = {
  name: 'script-after-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script type="module" fetchpriority="low"'),
  },
}

/** What a permission lets a person do is said by documents alone: browsers load a kilobyte less. */
export const withoutSentencesOfPolicies: Plugin = {
  name: 'without-sentences-of-policies',
  enforce: 'pre',
  transform: (code, id) =>
    /\/contract\/policies\/[a-z-]+-policy\.ts$/.test(id) ? code.replaceAll(/\bdoes: '[^']*',?/g, '') : undefined,
}

/**
 * The controls of Radix come with each function wrapped in a call that writes its name down once more, as debuggers show
 * it: browsers load five kilobytes less without. Components have their names in `displayName`.
 */
export const withoutNamesForDebuggers: Plugin = {
  name: 'without-names-for-debuggers',
  transform(code, id) {
    return id.includes('/node_modules/@radix-ui/') ? withoutCalls(code, '__name', this.parse(code)) : undefined
  },
}

/** Puts the first argument in the place of each call of a function. */
function withoutCalls(code: string, name: string, tree: unknown): string {
  const cuts: { start: number; end: number }[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start, end, callee, arguments: given } = node as ESTree.CallExpression
    const [value] = given ?? []
    if (type === 'CallExpression' && callee.type === 'Identifier' && callee.name === name && value)
      cuts.push({ start, end: value.start }, { start: value.end, end })
    for (const child of Object.values(node)) visit(child)
  }
  visit(tree)
  return cuts
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
}

/** What later imports wait for, as Vite writes it: a list of styles, and the places of some in it. */
const STYLES = /const __vite__mapDeps=[^\n]*?m\.f=(\[[^\]]*\])[^\n]*\n/
const PLACES = /__vite__mapDeps\(\[([\d,]*)\]\)/g

/** A script that runs has its own styles and those of all that it imports: no later import has to name them. */
export const withoutPresentStyles: Plugin = {
  name: 'without-present-styles',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      const stylesOf = (name: string, seen = new Set<string>()): string[] => {
        const file = bundle[name]
        if (file?.type !== 'chunk' || seen.has(name)) return []
        seen.add(name)
        return [...(file.viteMetadata?.importedCss ?? []), ...file.imports.flatMap((one) => stylesOf(one, seen))]
      }
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = withoutStyles(file.code, stylesOf(file.fileName))
    },
  },
}

function withoutStyles(code: string, present: readonly string[]): string {
  const [list = '', names = '[]'] = STYLES.exec(code) ?? []
  if (list === '' && PLACES.test(code))
    throw new Error('Vite writes what later imports wait for in another way now: change STYLES')
  const all = JSON.parse(names) as string[]
  const others = all.filter((name) => !present.includes(name))
  const shorter = list.replace(names, JSON.stringify(others))
  return code.replace(list, others.length > 0 ? shorter : '').replace(PLACES, (_call, places: string) => {
    const kept = places.split(',').map((place) => others.indexOf(all[Number(place)] ?? ''))
    const named = kept.filter((place) => place >= 0)
    return named.length > 0 ? `__vite__mapDeps([${named}])` : '[]'
  })
}
