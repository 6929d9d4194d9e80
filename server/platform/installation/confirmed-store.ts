import type { StorageTest } from '../../../contract/site/storage.ts'
import { type RemoteStore, StoreFault } from '../file-stores/file-store.ts'

/**
 * A store that does nothing before it is known to be the right one: in a wrong one, new files would be lost and named
 * ones called missing.
 * @param confirm rejects while that is not known
 */
export function confirmedStore(store: RemoteStore, confirm: () => Promise<void>): RemoteStore {
  const afterwards =
    <Arguments extends unknown[], Result>(call: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments) => {
      await confirm()
      return call(...given)
    }
  return {
    ...store,
    put: afterwards(store.put),
    describe: afterwards(store.describe),
    open: afterwards(store.open),
    remove: afterwards(store.remove),
    check: async () => {
      const tested = await store.check()
      return tested.connected ? confirm().then(() => tested, unconfirmed) : tested
    },
  }
}

function unconfirmed(error: unknown): StorageTest {
  const message =
    error instanceof StoreFault ? error.message : 'It is not known now whether the bucket belongs to this installation.'
  return { connected: false, message }
}
