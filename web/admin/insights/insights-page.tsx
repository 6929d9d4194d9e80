import type { PageData } from '../../../contract/site/page-data.ts'
import type { PageHead } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { AdminPage } from '../layout/admin-page.tsx'
import { AdminGuard } from '../login/admin-guard.tsx'
import { InsightsReport } from './insights-report.tsx'

const TITLE = 'Insights'

/** The admin area is not indexed. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** What became of the applications, behind the guard. */
export function Page() {
  useDocumentTitle(TITLE)
  return (
    <AdminGuard>
      {!import.meta.env.SSR && (
        <AdminPage title={TITLE} note="What became of the applications of a period. Deleted ones are not counted.">
          <InsightsReport />
        </AdminPage>
      )}
    </AdminGuard>
  )
}
