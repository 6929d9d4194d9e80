import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { registerBuiltLibraries } from './platform/libraries.js'

// Front door, in plain JavaScript: what strips the types off the rest is 16 MB of its own, and is not even loaded once
// this cache of stripped and compiled code is filled. It has to be asked for before anything else is imported.
enableCompileCache(resolve(import.meta.dirname, '../dist/compile-cache'))
registerBuiltLibraries()

// What is loaded at a start stays, so that room for objects that soon go would only stay behind, empty: 18 MB. It
// grows as ever once there is something to do.
setFlagsFromString('--semi-space-growth-factor=1')
await import('./serve.ts')
setFlagsFromString('--semi-space-growth-factor=2')
