import type { FileStoreName, RemoteStoreName } from '../../../contract/wire/file-store-names.ts'
import type { FileStore, RemoteStore } from './file-store.ts'
import type { LocalStore } from './local-store.ts'

/** The file stores of an installation. */
export type FileStores = {
  /** Takes new files, before their applications are accepted. */
  primary: FileStore
  /** All configured stores, the cheapest to read first. */
  all: readonly FileStore[]
  /** Stores away from this machine. Each is to have every resume. */
  remote: readonly RemoteStore[]
  /** The disk of this machine. Uploads and downloads are staged there, whichever store is the primary one. */
  local: LocalStore
  /** Whether a local file stays once every remote store has it. */
  keepsLocal: boolean
}

/**
 * Arranges the configured stores.
 * @param remote the cheapest to read first
 * @param settings.primaryStore a configured store
 */
export function arrangeStores(
  local: LocalStore,
  remote: readonly RemoteStore[],
  settings: { primaryStore: FileStoreName; keepsLocal: boolean },
): FileStores {
  const primary = storeNamed({ all: remote }, settings.primaryStore) ?? local
  return { primary, all: [local, ...remote], remote, local, keepsLocal: primary === local && settings.keepsLocal }
}

/** The store of a name; undefined when it is not configured. */
export function storeNamed({ all }: Pick<FileStores, 'all'>, name: FileStoreName): FileStore | undefined {
  return all.find((store) => store.name === name)
}

/** The remote store of a name; undefined when it is not configured. */
export function remoteStore({ remote }: FileStores, name: RemoteStoreName): RemoteStore | undefined {
  return remote.find((store) => store.name === name)
}

/** Names of the stores that get a replica of each new file. */
export function replicaStores({ primary, remote }: FileStores): FileStoreName[] {
  return remote.filter((store) => store !== primary).map(({ name }) => name)
}
