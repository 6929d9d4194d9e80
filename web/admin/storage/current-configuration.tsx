import type { StorageStatus } from '../../../contract/storage.ts'
import { StorageCard } from './storage-card.tsx'

/** What the current configuration takes. */
export type CurrentConfigurationProps = {
  /** Undefined while it cannot be read. */
  status: StorageStatus | undefined
  isDriveConnected: boolean
  className?: string
}

/** The primary store, and the stores with replicas. */
export function CurrentConfiguration({ status, isDriveConnected, className }: CurrentConfigurationProps) {
  const isS3Primary = status?.s3?.isPrimary === true
  const replicas = replicaStores(status)
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
function replicaStores(status: StorageStatus | undefined): string | undefined {
  if (!status?.s3?.isConfigured) return undefined
  if (!status.s3.isPrimary) return 'S3 bucket'
  return status.replicas.isConfigured ? 'Cloud drive' : undefined
}
