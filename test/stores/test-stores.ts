import type { FileStoreName } from '../../contract/wire/file-store-names.ts'
import type { RemoteStore } from '../../server/platform/file-stores/file-store.ts'
import { arrangeStores, type FileStores } from '../../server/platform/file-stores/file-stores.ts'
import type { LocalStore } from '../../server/platform/file-stores/local-store.ts'

/** The stores of an installation with the given remote ones; the disk is the primary store unless a test says otherwise. */
export function testStores(
  local: LocalStore,
  remote: RemoteStore[] = [],
  settings: { primaryStore?: FileStoreName; keepsLocal?: boolean } = {},
): FileStores {
  return arrangeStores(local, remote, { primaryStore: 'local', keepsLocal: true, ...settings })
}
