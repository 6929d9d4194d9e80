import { type FileStoreName, REMOTE_STORES, type RemoteStoreName } from '../contract/wire/file-store-names.ts'
import type { RemoteStore } from '../server/platform/file-stores/file-store.ts'
import { arrangeStores, type FileStores } from '../server/platform/file-stores/file-stores.ts'
import type { LocalStore } from '../server/platform/file-stores/local-store.ts'

/** The stores of an installation with the given remote ones; the disk is the primary store unless a test says otherwise. */
export function testStores(
  local: LocalStore,
  remote: RemoteStore[] = [],
  settings: { primaryStore?: FileStoreName; keepsLocal?: boolean } = {},
): FileStores {
  const named = REMOTE_STORES.map((name) => [name, remote.find((store) => store.name === name) ?? null])
  const configured = Object.fromEntries(named) as Record<RemoteStoreName, RemoteStore | null>
  return arrangeStores({ local, ...configured }, { primaryStore: 'local', keepsLocal: true, ...settings })
}
