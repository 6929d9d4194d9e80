import type { FileStoreName } from '../contract/wire/file-store-names.ts'
import type { RemoteStore } from '../server/platform/file-stores/file-store.ts'
import { arrangeStores, type FileStores } from '../server/platform/file-stores/file-stores.ts'
import type { LocalStore } from '../server/platform/file-stores/local/local-store.ts'

/** The stores of an installation with the given remote ones; the disk is the primary store unless a test says otherwise. */
export function testStores(
  local: LocalStore,
  remote: RemoteStore[] = [],
  settings: { primaryStore?: FileStoreName; keepsLocal?: boolean } = {},
): FileStores {
  const named = (name: FileStoreName) => remote.find((store) => store.name === name) ?? null
  const configured = { local, s3: named('s3'), 'google-drive': named('google-drive') }
  return arrangeStores(configured, { primaryStore: 'local', keepsLocal: true, ...settings })
}
