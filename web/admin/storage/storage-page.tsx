import { useQuery } from '@tanstack/react-query'
import type { PageData } from '../../../contract/site/page-data.ts'
import type { StorageStatus as Status } from '../../../contract/site/storage.ts'
import { readStateOf } from '../../api/retry-after-failure.ts'
import type { PageHead } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { useAuth } from '../../session/use-auth.ts'
import { AdminPage } from '../layout/admin-page.tsx'
import { AdminGuard } from '../login/admin-guard.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { CurrentConfiguration } from './current-configuration.tsx'
import { STORE_TEXTS } from './replica-texts.ts'
import { S3Card } from './s3-card.tsx'
import { storageStatusQuery } from './storage-api.ts'
import { StorageCard } from './storage-card.tsx'
import { StorageStatus } from './storage-status.tsx'
import { describeLocal } from './storage-texts.ts'
import { type Connection, useConnectionTest } from './use-connection-test.ts'

const TITLE = 'Storage Settings'

const DRIVE_BENEFITS = [
  'A second copy of every resume on another machine',
  'Colleagues open resumes with their own drive permissions',
  'More space without a larger disk',
  'Copies are checked before they count',
]

/** The admin area is not indexed. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** Where resumes are stored, behind the guard. */
export function Page() {
  useDocumentTitle(TITLE)
  return (
    <AdminGuard>
      {!import.meta.env.SSR && (
        <AdminPage title={TITLE} note="Where applicants’ resumes are stored.">
          <div className="grid gap-4">
            <StorageStatus />
            <Storage />
          </div>
        </AdminPage>
      )}
    </AdminGuard>
  )
}

function Storage() {
  const { token } = useAuth()
  const query = useQuery(storageStatusQuery(token))
  const { data: status } = query
  const drive = useConnectionTest('google-drive', status?.stores['google-drive'].isConfigured === true)
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <ConnectionCard title="Cloud Drive Storage" connection={drive} action={STORE_TEXTS['google-drive'].button}>
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

function OtherCards({ status, drive }: { status: Status | undefined; drive: Connection }) {
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
