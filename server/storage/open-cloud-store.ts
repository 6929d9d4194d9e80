import type { Config } from '../config.ts'
import type { CloudStore } from './cloud-store.ts'

/** Opens the cloud store that is configured; null when none is. Nothing is asked of it yet. */
export async function openCloudStore(_config: Config): Promise<CloudStore | null> {
  return null
}
