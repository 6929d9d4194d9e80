import type { StorageTest } from '../../../contract/storage.ts'
import { type RemoteStore, StoreFault } from '../file-stores/file-store.ts'

/**
 * The store that is the home of new files, which does nothing before it is known to be the right one: in a wrong one, files
 * would be stored where nobody finds them, and others would be called missing.
 * @param confirm rejects as long as that is not known
 */
export function confirmedHome(cloud: RemoteStore, confirm: () => Promise<void>): RemoteStore {
  return {
    ...cloud,
    put: async (key, file) => {
      await confirm()
      return cloud.put(key, file)
    },
    describe: async (key) => {
      await confirm()
      return cloud.describe(key)
    },
    open: async (key) => {
      await confirm()
      return cloud.open(key)
    },
    remove: async (key) => {
      await confirm()
      return cloud.remove(key)
    },
    check: async () => {
      const tested = await cloud.check()
      if (!tested.connected) return tested
      return confirm().then(() => tested, unconfirmed)
    },
  }
}

function unconfirmed(error: unknown): StorageTest {
  const message =
    error instanceof StoreFault ? error.message : 'Whether it is the right bucket cannot be told just now.'
  return { connected: false, message }
}
