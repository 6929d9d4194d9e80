import { useQuery } from '@tanstack/react-query'
import type { StorageStatus } from '../../../contract/site/storage.ts'
import { STORES } from '../../../contract/wire/file-store-names.ts'
import { readStateOf } from '../../api/retry-after-failure.ts'
import { useAuth } from '../../session/use-auth.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { ConnectionCard } from '../storage/connection-card.tsx'
import { CurrentConfiguration } from '../storage/current-configuration.tsx'
import { ResumeFilesCard } from '../storage/resume-files-card.tsx'
import { S3Card } from '../storage/s3-card.tsx'
import { storageStatusQuery } from '../storage/storage-api.ts'
import { StorageCard } from '../storage/storage-card.tsx'
import { describeLocal } from '../storage/storage-texts.ts'
import { type Connection, useConnectionTest } from '../storage/use-connection-test.ts'

const DRIVE_BENEFITS = [
  'A second copy of every resume on another machine',
  'Colleagues open resumes with their own drive permissions',
  'More space without a larger disk',
  'Copies are checked before they count',
]

/** Where resumes are stored. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  return (
    <AdminPage title={title} note="Where applicants’ resumes are stored.">
      <div className="grid gap-4">
        <ResumeFilesCard />
        <Storage />
      </div>
    </AdminPage>
  )
}

function Storage() {
  const { token } = useAuth()
  const query = useQuery(storageStatusQuery(token))
  const { data: status } = query
  const drive = useConnectionTest('google-drive', status?.stores['google-drive'].isConfigured === true)
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <ConnectionCard title="Cloud Drive Storage" connection={drive} action={STORES['google-drive'].test.button}>
        {DRIVE_BENEFITS.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ConnectionCard>
      {readStateOf(query) === 'loading' ? <CardsSkeleton /> : <OtherCards status={status} drive={drive} />}
    </div>
  )
}

/** Which cards exist depends on the status. */
function CardsSkeleton() {
  return (
    <>
      <div aria-hidden="true" className="h-96 rounded-md border border-line bg-panel lg:h-auto" />
      <div aria-hidden="true" className="h-52 rounded-md border border-line bg-panel lg:col-span-2" />
    </>
  )
}

function OtherCards({ status, drive }: { status: StorageStatus | undefined; drive: Connection }) {
  const s3 = status?.stores.s3.isConfigured ? status.stores.s3 : undefined
  const local = describeLocal(s3?.isPrimary !== true)
  return (
    <>
      {s3 && <S3Card s3={s3} />}
      <StorageCard title="Local Storage" state={{ word: 'Available', tone: 'green' }}>
        <p className="measure">{local.role}</p>
        <p className="measure text-ink-muted">{local.note}</p>
      </StorageCard>
      <CurrentConfiguration
        status={status}
        isDriveConnected={drive.state.isConnected}
        className={s3 ? '' : 'lg:col-span-2'}
      />
    </>
  )
}
