import type { PageData } from '../../contract/page-data.ts'
import { AdminPage } from '../layout/admin-page.tsx'
import { documentTitle, useDocumentTitle } from '../layout/use-document-title.ts'
import type { PageHead } from '../page.ts'
import { AdminGuard } from '../session/admin-guard.tsx'
import { Button } from '../ui/button.tsx'
import { StorageCard } from './storage-card.tsx'
import { StorageStatus } from './storage-status.tsx'
import { useDriveTest } from './use-drive-test.ts'

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
  const { drive, tone, isTesting, test } = useDriveTest()
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <StorageCard title="Cloud Drive Storage" state={{ word: drive.word, tone }}>
        <p>{drive.message}</p>
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
        <p>
          The data folder of this server. Every resume is written here, durably, before its application is accepted.
        </p>
        <p className="text-ink-muted">
          Acts as fallback: while the cloud drive cannot be reached, resumes are kept here and nothing is lost.
        </p>
      </StorageCard>
      <StorageCard title="Current Configuration" className="lg:col-span-2">
        <p>
          Primary storage: <strong>{drive.isConnected ? 'Cloud drive' : 'Local storage'}</strong>
        </p>
        <ul className="grid list-disc gap-1 pl-5 text-ink-muted">
          <li>Primary storage is the cloud drive when connected, otherwise local storage.</li>
          <li>Legacy local files remain downloadable.</li>
        </ul>
      </StorageCard>
    </div>
  )
}
