import type { PageData } from '../../../../contract/site/page-data.ts'
import { MAX_ID } from '../../../../contract/wire/limits.ts'
import type { PageHead, PageParams } from '../../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../../layout/use-document-title.ts'
import { AdminFrame } from '../../layout/admin-page.tsx'
import { AdminGuard } from '../../login/admin-guard.tsx'
import { Review } from './review.tsx'

const TITLE = 'Review'

/** The admin area is not indexed. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** One application after the other, with its resume, behind the guard. */
export function Page({ params }: { params: PageParams }) {
  useDocumentTitle(TITLE)
  return (
    <AdminGuard redirectWithoutToken>
      {!import.meta.env.SSR && (
        <AdminFrame>
          <Review id={readId(params.id ?? '')} />
        </AdminFrame>
      )}
    </AdminGuard>
  )
}

/** The id of an address; 0, which no application has, for anything else. */
function readId(text: string): number {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : 0
}
