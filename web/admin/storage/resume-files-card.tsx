import { useQuery } from '@tanstack/react-query'
import type { StorageStatus } from '../../../contract/site/storage.ts'
import { Loaded, StaleNotice } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FileCheck } from './file-check.tsx'
import { storageStatusQuery } from './storage-api.ts'
import { StorageCard } from './storage-card.tsx'
import { StorageCounts } from './storage-counts.tsx'
import { StorageNotices } from './storage-notices.tsx'
import { fileStateOf } from './storage-texts.ts'

/** Status of the resume files: where they are, whether they are intact, and the check. */
export function ResumeFilesCard() {
  const { token } = useAuth()
  const query = useQuery(storageStatusQuery(token))
  return (
    <Loaded query={query} loading={<StatusSkeleton />} failure="The status of the resume files could not be loaded.">
      {(status) => (
        <div>
          <StaleNotice queries={[query]} />
          <StatusCard status={status} readAt={query.dataUpdatedAt} />
        </div>
      )}
    </Loaded>
  )
}

function StatusCard({ status, readAt }: { status: StorageStatus; readAt: number }) {
  const state = fileStateOf(status)
  return (
    <StorageCard title="Resume Files" {...(state && { state })}>
      <StorageNotices status={status} />
      <StorageCounts status={status} readAt={readAt} />
      <FileCheck check={status.check} />
    </StorageCard>
  )
}

function StatusSkeleton() {
  return (
    <StorageCard title="Resume Files">
      <p role="status" className="text-ink-muted">
        Counting the resumes...
      </p>
      <Skeleton className="h-[2lh] w-full max-w-xl sm:h-lh" />
      <Skeleton className="mt-2 h-124 w-full sm:h-72 lg:h-32" />
      <div className="border-line border-t pt-5">
        <Skeleton className="h-24 w-full sm:h-11" />
      </div>
    </StorageCard>
  )
}
