import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { InsightsReport } from '../insights/insights-report.tsx'

/** What became of the applications. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  return (
    <AdminPage
      title={title}
      note="What became of the applications of a period. Deleted ones are not counted, erased ones are."
    >
      <InsightsReport />
    </AdminPage>
  )
}
