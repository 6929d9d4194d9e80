import type { Config } from '../../config.ts'
import { arrangeStores, type FileStores } from '../../platform/file-stores/file-stores.ts'
import { openLocalStore } from '../../platform/file-stores/local-store.ts'

/** Opens the configured stores of files until `opened` is disposed of. */
export async function openStores(
  { dataDir, storing }: { dataDir: string; storing: Pick<Config, 'primaryStore' | 'remoteStores' | 'keepsLocal'> },
  opened: AsyncDisposableStack,
): Promise<FileStores> {
  const isComplete = storing.primaryStore === 'local'
  const local = opened.adopt(await openLocalStore(dataDir, { isComplete }), (open) => open.close())
  const remote = Object.values(storing.remoteStores)
    .map((store) => store.open())
    .filter((store) => store !== null)
  return arrangeStores(local, remote, storing)
}
