import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { PAGE } from '../../../contract/paths.ts'
import { useAuth } from '../../session/use-auth.ts'
import { mailStatusQuery } from './messages-api.ts'

/** Says so where no mail can leave. @param consequence what follows, as a sentence */
export function MailNotice({ consequence }: { consequence: string }) {
  const { token } = useAuth()
  const { data } = useQuery(mailStatusQuery(token))
  if (!data || data.isConfigured) return null
  return (
    <p role="status" className="measure mb-4 border-signal-amber border-l-4 pl-4">
      No mail server is configured, so {consequence} <Link href={PAGE.adminSettings}>Settings</Link>
    </p>
  )
}
