import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { PageData } from '../../../contract/site/page-data.ts'
import type { PageHead } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { pageAfterLogin } from '../../session/login-address.ts'
import { useAuth } from '../../session/use-auth.ts'
import { HOLD_SUBMIT } from '../../ui/form/use-held-submission.ts'
import { LoginScreen } from './login-screen.tsx'

const TITLE = 'Admin Login'
const REDIRECT_DELAY_MS = 100

/** The login page is not indexed. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false, script: HOLD_SUBMIT }
}

/** The login page; redirects when signed in. */
export function Page() {
  useDocumentTitle(TITLE)
  useRedirect()
  return <LoginScreen />
}

/** Redirects after a sign-in in this or another tab; the guard of the target page checks the token. */
function useRedirect() {
  const { isAuthenticated } = useAuth()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!isAuthenticated) return
    const goOn = () => navigate(pageAfterLogin(window.location.search), { replace: true })
    const timer = setTimeout(goOn, REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isAuthenticated, navigate])
}
