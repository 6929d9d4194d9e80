import type { FileStoreStatus } from '../../../contract/site/storage.ts'
import { STORES } from '../../../contract/wire/file-store-names.ts'
import { ConnectionCard } from './connection-card.tsx'
import { describeBucket } from './replica-texts.ts'
import { useConnectionTest } from './use-connection-test.ts'

/** The S3 bucket: its connection and what it holds. */
export function S3Card({ s3 }: { s3: FileStoreStatus }) {
  const connection = useConnectionTest('s3', true)
  return (
    <ConnectionCard title="S3 Storage" connection={connection} action={STORES.s3.test.button}>
      <li>
        {s3.isPrimary
          ? 'Every new resume is stored here, and compared, before its application is accepted.'
          : 'Every resume is copied here, and the copy compared, after its application was accepted.'}
      </li>
      <li>{describeBucket(s3)}</li>
    </ConnectionCard>
  )
}
