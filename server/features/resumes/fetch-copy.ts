import type { CloudStore } from '../../platform/file-stores/cloud-store.ts'
import type { ResumeStore, StagedFile } from '../../platform/file-stores/local/resume-store.ts'

/**
 * Brings a copy from the cloud store to a temporary file, which is then the caller's.
 * @returns what is wrong when the store does not have it as it was
 * @throws {CloudFault} when the store cannot be asked
 */
export async function fetchCopy(
  { store, cloud }: { store: ResumeStore; cloud: CloudStore },
  key: string,
  sha256: string,
): Promise<StagedFile | 'missing' | 'altered'> {
  const content = await cloud.open(key)
  if (!content) return 'missing'
  // A file that cannot be begun is not read to its end, and the connection would be held for ever.
  const file = await store.stage(content).finally(() => content.destroy())
  if (file.sha256 === sha256) return file
  await store.discard(file)
  return 'altered'
}
