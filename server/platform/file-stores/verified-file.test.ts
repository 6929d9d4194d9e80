import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { withLimits } from './download.ts'
import type { RemoteStore } from './file-store.ts'
import type { LocalStore } from './local-store.ts'
import { openVerified } from './verified-file.ts'

test('a download that cannot be written down is ended, so that its connection is freed', async () => {
  const source = new Readable({ read() {} })
  const local = { stage: () => Promise.reject(new Error('no room')) } as unknown as LocalStore
  const store = {
    open: async () => withLimits(source, 'Google', { silenceMs: 1_000, exchangeMs: 10_000 }),
  } as unknown as RemoteStore
  await expect(openVerified(store, 'key', { expected: { size: 1, sha256: 'none' }, local })).rejects.toThrow('no room')
  if (!source.closed) await once(source, 'close')
  expect(source.destroyed).toBe(true)
}, 2_000)
