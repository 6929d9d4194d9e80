import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

// Plain JavaScript: with a filled cache Node never loads its type stripper, which takes 16 MB.
// The cache must be enabled before the first import. A read-only program folder needs it elsewhere.
enableCompileCache(process.env.NODE_COMPILE_CACHE ?? resolve(import.meta.dirname, '../dist/compile-cache'))
await import('./serve.ts')
