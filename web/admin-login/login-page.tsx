import type { PageData } from '../../contract/page-data.ts'
import { documentTitle, useDocumentTitle } from '../layout/use-document-title.ts'
import type { PageHead } from '../page.ts'
import { LoginScreen } from './login-screen.tsx'

const TITLE = 'Admin Login'

/** No search engine lists the way in. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** The login page. */
export function Page() {
  useDocumentTitle(TITLE)
  return <LoginScreen />
}
