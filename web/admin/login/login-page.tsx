import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { PageData } from '../../../contract/page-data.ts'
import type { PageHead } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { useAuth } from '../../session/use-auth.ts'
import { wantedPage } from '../../session/wanted-page.ts'
import { LoginScreen } from './login-screen.tsx'

const TITLE = 'Admin Login'
const REDIRECT_DELAY_MS = 100

/** No search engine lists the way in. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** The login page; goes on by itself for whoever is signed in. */
export function Page() {
  useDocumentTitle(TITLE)
  useGoingOn()
  return <LoginScreen />
}

/** Signed in here, in another tab or long ago: the guard of the wanted page finds out what the sign-in is worth. */
function useGoingOn() {
  const { isAuthenticated } = useAuth()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!isAuthenticated) return
    const goOn = () => navigate(wantedPage(window.location.search), { replace: true })
    const timer = setTimeout(goOn, REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isAuthenticated, navigate])
}
