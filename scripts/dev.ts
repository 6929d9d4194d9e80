import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createServer } from 'vite'
import type { RenderPage } from '../contract/site/page-data.ts'
import { readConfig } from '../server/config.ts'
import { startServer } from '../server/start.ts'

/** One process for development: Vite reloads what the browser runs, `node --watch` restarts what the server runs. */

const root = resolve(import.meta.dirname, '..')
const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  root: join(root, 'web'),
  // The bundling loader writes a temporary file, which `node --watch` would take for a change.
  configLoader: 'native',
  appType: 'custom',
  server: { middlewareMode: true },
})

const server = await startServer(readConfig(process.env, 'development'), {
  files: { middleware: vite.middlewares },
  isStable: false,
  load: async (path) => {
    const template = await readFile(join(root, 'web/index.html'), 'utf8')
    const { render } = await vite.ssrLoadModule('/entry-server.tsx')
    return { template: await vite.transformIndexHtml(path, template), render: render as RenderPage }
  },
})
console.log(`Wellhead for development at ${server.url}`)
