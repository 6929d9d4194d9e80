import type { StorageStatus } from '../../contract/storage.ts'
import { Button } from '../ui/button.tsx'
import { StorageCard } from './storage-card.tsx'
import { inNumber } from './storage-formats.ts'
import { useConnectionTest } from './use-connection-test.ts'

/** The S3 bucket: whether it answers, and what it holds. */
export function S3Card({ s3 }: { s3: NonNullable<StorageStatus['s3']> }) {
  const { state, tone, isTesting, test } = useConnectionTest('S3')
  return (
    <StorageCard title="S3 Storage" state={{ word: state.word, tone }} className="lg:col-span-2">
      <p>{state.message}</p>
      <ul className="grid list-disc gap-1 pl-5 text-ink-muted">
        <li>
          {s3.isHome
            ? 'Every new resume is stored here, and compared, before its application is accepted.'
            : 'Every resume is copied here, and the copy compared, after its application was accepted.'}
        </li>
        <li>
          {inNumber(s3.stored, 'resume', 'resumes')} in the bucket; {inNumber(s3.waiting, 'copy waits', 'copies wait')},{' '}
          {inNumber(s3.failed, 'has failed', 'have failed')}.
        </li>
      </ul>
      <div>
        <Button tone="secondary" isBusy={isTesting} onClick={test}>
          Test S3 Connection
        </Button>
      </div>
    </StorageCard>
  )
}
