import { readConfig } from '../../server/config.ts'
import type { RemoteStore } from '../../server/platform/file-stores/file-store.ts'
import type { S3Limits } from '../../server/platform/file-stores/s3/s3-client.ts'
import { createS3Store } from '../../server/platform/file-stores/s3/s3-store.ts'

/** The real store on a bucket, configured as an operator does it, which does not wait long before it tries again. */
export function connectToS3(environment: Record<string, string>, limits: Partial<S3Limits> = {}): RemoteStore {
  const { settings } = readConfig(environment, 'production').remoteStores.s3
  if (!settings) throw new Error('S3 is not configured')
  return createS3Store(settings, { retryAfterMs: 5, ...limits })
}
