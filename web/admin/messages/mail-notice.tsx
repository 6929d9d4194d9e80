import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { MailOutage } from '../../../contract/messages/messages.ts'
import { SITE } from '../../../contract/policies/site-policy.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { useAuth } from '../../session/use-auth.ts'
import { useMay } from '../../session/use-may.ts'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { mailStatusQuery } from './messages-api.ts'

/** How often a page looks whether mail leaves. In milliseconds. */
const POLL_MS = 5 * 60_000

const LINE = 'measure mb-4 border-signal-amber border-l-4 pl-4 break-words'

/** Says so where no mail can leave, or does not. @param consequence what follows without a mail server, as a sentence */
export function MailNotice({ consequence }: { consequence: string }) {
  const { token } = useAuth()
  const { data } = useQuery(mailStatusQuery(token))
  const canSetUp = useMay()(SITE.changeSettings)
  // Known with the page, so that nothing below moves when the mail server's state arrives.
  const { sendsMail } = usePageData()
  if (data?.isConfigured ?? sendsMail) return <MailOutageNotice />
  return (
    <p role="status" className={LINE}>
      No mail server is configured, so {consequence}{' '}
      {canSetUp && <Link href={`${ADMIN_PAGE.settings}?section=mail`}>Settings</Link>}
    </p>
  )
}

/**
 * Says since when mail does not leave, and why.
 * @param linksToMessages where the messages are not on the same page
 * @param isShort where the page is about something else: only the first sentence of the reason
 */
export function MailOutageNotice({
  linksToMessages = false,
  isShort = false,
}: {
  linksToMessages?: boolean
  isShort?: boolean
}) {
  const { token } = useAuth()
  const { data } = useQuery({ ...mailStatusQuery(token), refetchInterval: POLL_MS })
  if (!data?.outage) return null
  return (
    <p role="status" className={`${LINE} ${isShort ? 'text-sm' : ''}`}>
      {describeOutage(data.outage, isShort)} {linksToMessages && <Link href={ADMIN_PAGE.messages}>Messages</Link>}
    </p>
  )
}

/** That mail does not leave, since when, why, and how much waits, as sentences. */
function describeOutage({ since, reason, waiting, nextAttempt }: MailOutage, isShort: boolean): string {
  const held = waiting === 1 ? '1 mail is held up' : `${formatCount(waiting)} mails of all kinds are held up`
  const next = nextAttempt === null || isShort ? '' : `, the next attempt is ${formatShortDayAndTime(nextAttempt)}`
  const [first = reason] = isShort ? reason.split(/(?<=[.]) /) : [reason]
  return `No mail has left since ${formatShortDayAndTime(since)}: ${withPeriod(first)} ${held}${next}.`
}

function withPeriod(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
