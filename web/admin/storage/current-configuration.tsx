import type { StorageStatus } from '../../../contract/site/storage.ts'
import { StorageCard } from './storage-card.tsx'

type CurrentConfigurationProps = {
  /** Undefined while it cannot be read. */
  status: StorageStatus | undefined
  isDriveConnected: boolean
  className?: string
}

/** Which store is the primary one, and which ones hold replicas. */
export function CurrentConfiguration({ status, isDriveConnected, className }: CurrentConfigurationProps) {
  const isS3Primary = status?.stores.s3.isPrimary === true
  const replicas = replicasIn(status)
  return (
    <StorageCard title="Current Configuration" {...(className && { className })}>
      <p>
        Primary storage: <strong>{primaryStorage(isS3Primary, isDriveConnected)}</strong>
        {replicas && (
          <>
            <br />
            Copies: <strong>{replicas}</strong>
          </>
        )}
      </p>
      <ul className="measure grid list-disc gap-1 pl-5 text-ink-muted">
        {!isS3Primary && <li>Primary storage is the cloud drive when connected, otherwise local storage.</li>}
        <li>Legacy local files remain downloadable.</li>
      </ul>
    </StorageCard>
  )
}

function primaryStorage(isS3Primary: boolean, isDriveConnected: boolean): string {
  if (isS3Primary) return 'S3 bucket'
  return isDriveConnected ? 'Cloud drive' : 'Local storage'
}

/** Only where there is a bucket: without one, the primary storage says it all. */
function replicasIn(status: StorageStatus | undefined): string | undefined {
  if (!status?.stores.s3.isConfigured) return undefined
  if (!status.stores.s3.isPrimary) return 'S3 bucket'
  return status.stores['google-drive'].isConfigured ? 'Cloud drive' : undefined
}
