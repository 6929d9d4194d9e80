import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import {
  scriptAfterStyles,
  withoutNamesForDebuggers,
  withoutPresentStyles,
  withoutSentencesOfPolicies,
} from './scripts/vite-plugins.ts'

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
