import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { SIGN_IN_FRAGMENT } from '../../../contract/accounts/single-sign-on.ts'
import { sitePage } from '../../layout/site-page.tsx'
import { pageAfterLogin } from '../../session/login-address.ts'
import { useAuth } from '../../session/use-auth.ts'
import { HOLD_SUBMIT } from '../../ui/form/use-held-submission.ts'
import { LoginScreen } from './login-screen.tsx'

const REDIRECT_DELAY_MS = 100

/** The login page; redirects when signed in. */
export const page = sitePage({ title: 'Admin Login', head: () => ({ script: HOLD_SUBMIT }), Body: Login })

function Login() {
  useRedirect()
  return <LoginScreen />
}

/** Redirects after a sign-in in this or another tab; the guard of the target page checks the token. */
function useRedirect() {
  const { isAuthenticated } = useAuth()
  const [, navigate] = useLocation()
  const isLinking = useRef(false)
  useEffect(() => {
    // Who comes back to link a company account stays until that is done.
    if (window.location.hash.startsWith(`#${SIGN_IN_FRAGMENT.link}=`)) isLinking.current = true
    if (!isAuthenticated || isLinking.current) return
    const goOn = () => navigate(pageAfterLogin(window.location.search), { replace: true })
    const timer = setTimeout(goOn, REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isAuthenticated, navigate])
}
