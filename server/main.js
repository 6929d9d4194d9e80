import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

// Front door, in plain JavaScript: what strips the types off the rest is 16 MB of its own, and is not even loaded once
// this cache of stripped and compiled code is filled. It has to be asked for before anything else is imported.
enableCompileCache(resolve(import.meta.dirname, '../dist/compile-cache'))
await import('./serve.ts')
