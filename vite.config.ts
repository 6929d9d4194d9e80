import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Two builds of the same tree: the browser bundle (`vite build`) and the page renderer (`vite build --ssr`), which is
 * bundled whole so that the server loads one file and React runs in its production form without an environment variable.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  root: 'web',
  plugins: [react(), tailwindcss()],
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
  }),
  build: {
    outDir: isSsrBuild ? '../dist/renderer' : '../dist/site',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    // Data URLs would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
}))
