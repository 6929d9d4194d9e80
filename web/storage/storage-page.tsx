import { useQuery } from '@tanstack/react-query'
import type { PageData } from '../../contract/page-data.ts'
import { AdminPage } from '../layout/admin-page.tsx'
import { documentTitle, useDocumentTitle } from '../layout/use-document-title.ts'
import type { PageHead } from '../page.ts'
import { AdminGuard } from '../session/admin-guard.tsx'
import { useAuth } from '../session/use-auth.ts'
import { Button } from '../ui/button.tsx'
import { S3Card } from './s3-card.tsx'
import { storageStatusQuery } from './storage-api.ts'
import { StorageCard } from './storage-card.tsx'
import { StorageStatus } from './storage-status.tsx'
import { describeLocal } from './storage-texts.ts'
import { useConnectionTest } from './use-connection-test.ts'

const TITLE = 'Storage Settings'

const DRIVE_BENEFITS = [
  'A second copy of every resume, away from this machine',
  'Colleagues open resumes with the permissions of the drive',
  'Room that grows without a larger disk',
  'Copies are checked before they count',
]

/** No search engine lists the admin area. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** Where resumes are kept, behind the guard. */
export function Page() {
  useDocumentTitle(TITLE)
  return (
    <AdminGuard>
      <AdminPage title={TITLE} note="Where the resumes of applicants are kept.">
        <div className="grid gap-6">
          <StorageStatus />
          <Storage />
        </div>
      </AdminPage>
    </AdminGuard>
  )
}

function Storage() {
  const { token } = useAuth()
  const s3 = useQuery(storageStatusQuery(token)).data?.s3
  const { state, tone, isTesting, test } = useConnectionTest('Google Drive')
  const local = describeLocal(s3?.isHome === true)
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <StorageCard title="Cloud Drive Storage" state={{ word: state.word, tone }}>
        <p>{state.message}</p>
        <ul className="grid list-disc gap-1 pl-5 text-ink-muted">
          {DRIVE_BENEFITS.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
        <div>
          <Button tone="secondary" isBusy={isTesting} onClick={test}>
            Test Connection
          </Button>
        </div>
      </StorageCard>
      <StorageCard title="Local Storage" state={{ word: 'Available', tone: 'green' }}>
        <p>{local.role}</p>
        <p className="text-ink-muted">{local.note}</p>
      </StorageCard>
      {s3?.isConfigured && <S3Card s3={s3} />}
      <StorageCard title="Current Configuration" className="lg:col-span-2">
        <p>
          Primary storage: <strong>{primaryStorage(s3?.isHome === true, state.isConnected)}</strong>
        </p>
        <ul className="grid list-disc gap-1 pl-5 text-ink-muted">
          {!s3?.isHome && <li>Primary storage is the cloud drive when connected, otherwise local storage.</li>}
          <li>Legacy local files remain downloadable.</li>
        </ul>
      </StorageCard>
    </div>
  )
}

function primaryStorage(isS3Home: boolean, isDriveConnected: boolean): string {
  if (isS3Home) return 'S3 bucket'
  return isDriveConnected ? 'Cloud drive' : 'Local storage'
}
