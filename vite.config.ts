import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type ESTree, type Plugin, type Rolldown } from 'vite'

const reactDom = dirname(fileURLToPath(import.meta.resolve('react-dom/package.json')))

/** What pages share, as one file each: split, they would take three kilobytes more and a dozen requests. */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'site', tags: ['$initial'] },
  {
    name: 'postings',
    // Without what no landing page needs once the server has rendered it.
    test: /\/web\/(layout\/(?!back-|instrument|loaded|served|without)|site\/jobs\/|posting\/job-api|ui\/text\/posted-day)/,
    minShareCount: 2,
  },
  {
    name: 'application-rows',
    // What the list, the board and the review share, changes, their undo and small rules too: two dozen files of a few hundred bytes otherwise.
    test: /\/(contract\/(wire\/(text-rules|undo-time))|web\/(admin\/(api\/managed-jobs-query|company-account\/single-sign-on-query|messages\/mail-notice|messages\/message-toasts|applications\/application-texts|applications\/(list\/row\/use-row-keys|marked-text|status-badge|use-answer-clock|review\/use-review-address|changes\/(change-texts|pending-changes|undo))|interviews\/question\/(interviews-ahead|use-interview-question))|ui\/(badge|form\/search-field|lazy-part|preload-when-idle|save-file|use-leave-warning|use-stored-switch)))/,
    minShareCount: 2,
  },
]

/** The page is whole without its script: styles and letters come first. */
const scriptAfterStyles: Plugin = {
  name: 'script-after-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script type="module" fetchpriority="low"'),
  },
}

/** What a permission lets a person do is said by documents alone: browsers load a kilobyte less. */
const withoutSentencesOfPolicies: Plugin = {
  name: 'without-sentences-of-policies',
  enforce: 'pre',
  transform: (code, id) =>
    /\/contract\/policies\/[a-z-]+-policy\.ts$/.test(id) ? code.replaceAll(/\bdoes: '[^']*',?/g, '') : undefined,
}

/**
 * The controls of Radix come with each function wrapped in a call that writes its name down once more, as debuggers show
 * it: browsers load five kilobytes less without. Components have their names in `displayName`.
 */
const withoutNamesForDebuggers: Plugin = {
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
const withoutPresentStyles: Plugin = {
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

/** As `Features` of Lightning CSS names it. */
const DIR_SELECTOR = 4

/**
 * Two builds of the same tree: the browser bundle (`vite build`) and the page renderer (`vite build --ssr`), which is
 * bundled whole so that the server loads one file and React runs in its production form without an environment variable.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    scriptAfterStyles,
    withoutSentencesOfPolicies,
    withoutNamesForDebuggers,
    withoutPresentStyles,
  ],
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    // The server has loaded zod already.
    ssr: { noExternal: true, external: ['zod'] },
  }),
  resolve: {
    alias: {
      // The router's replacement for a hook that React has had since version 18.
      'use-sync-external-store/shim/index.js': 'react',
      'react-remove-scroll': resolve(import.meta.dirname, 'web/ui/menu/no-scroll-lock.ts'),
      // The package's entry also loads React's streaming renderer, a megabyte of memory that no page uses.
      ...(isSsrBuild && { 'react-dom/server': `${reactDom}/cjs/react-dom-server-legacy.node.production.js` }),
    },
  },
  // `:dir(rtl)` would become a list of languages, which no name that someone typed declares.
  css: { lightningcss: { exclude: DIR_SELECTOR } },
  build: {
    outDir: isSsrBuild ? '../dist/renderer' : '../dist/site',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    // Data URLs would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Only for the document: the lists for later imports add a kilobyte to the first script.
      resolveDependencies: (_file, dependencies, { hostType }) => (hostType === 'html' ? dependencies : []),
    },
    reportCompressedSize: false,
    ...(!isSsrBuild && {
      rolldownOptions: { output: { codeSplitting: { groups } } },
    }),
    // One file: the renderer awaits its pages at the top level, and split pages would import it back and wait for ever.
    // ASCII: a single other character makes the engine store the source with two bytes per character.
    ...(isSsrBuild && { minify: true, rolldownOptions: { output: { codeSplitting: false, charset: 'ascii' } } }),
  },
}))
