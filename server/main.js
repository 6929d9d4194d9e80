import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

// In plain JavaScript: once the cache of stripped and compiled code is filled, what strips types, 16 MB, is not loaded.
// It has to be enabled before anything else is imported.
enableCompileCache(resolve(import.meta.dirname, '../dist/compile-cache'))
await import('./serve.ts')
