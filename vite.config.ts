import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const reactDom = dirname(fileURLToPath(import.meta.resolve('react-dom/package.json')))

/**
 * Two builds of the same tree: the browser bundle (`vite build`) and the page renderer (`vite build --ssr`), which is
 * bundled whole so that the server loads one file and React runs in its production form without an environment variable.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  root: 'web',
  plugins: [react(), tailwindcss()],
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    // The server has zod in memory already.
    ssr: { noExternal: true, external: ['zod'] },
  }),
  // Pages are rendered in one go. Through its front door React brings along the renderer of streams too, a megabyte of memory.
  ...(isSsrBuild && {
    resolve: { alias: { 'react-dom/server': `${reactDom}/cjs/react-dom-server-legacy.node.production.js` } },
  }),
  build: {
    outDir: isSsrBuild ? '../dist/renderer' : '../dist/site',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    // Data URLs would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Only for the document: the lists for later imports would weigh a kilobyte in everybody's first script.
      resolveDependencies: (_file, dependencies, { hostType }) => (hostType === 'html' ? dependencies : []),
    },
    reportCompressedSize: false,
    // What every page needs is one file: split finely, it would weigh two kilobytes more and be asked for four times.
    ...(!isSsrBuild && {
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'site', tags: ['$initial'] }] } } },
    }),
    // One file: the renderer waits at its top level for pages that would otherwise import it back and wait for ever.
    // In ASCII: one other character, and the engine keeps the whole source with two bytes for each.
    ...(isSsrBuild && { minify: true, rolldownOptions: { output: { codeSplitting: false, charset: 'ascii' } } }),
  },
}))
