import { formatDate, furtherFacts } from '../../../contract/jobs/further-facts.ts'
import type { PublicJob } from '../../../contract/jobs/job.ts'
import { OWN_SOURCE, withSource } from '../../../contract/jobs/link-source.ts'
import { shownPay } from '../../../contract/jobs/place-and-pay/pay-text.ts'
import { describeFacets } from '../../../contract/jobs/search/describe-facets.ts'
import type { JobAlertFacets } from '../../../contract/jobs/search/job-alert.ts'
import { ALERT_LIFE } from '../../../contract/wire/limits.ts'
import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import type { CardButton } from '../../platform/mail/card/card-blocks.ts'
import { isolateDirection } from '../../platform/mail/isolate-direction.ts'
import type { AlertLinks } from './alert-links.ts'

/** Postings that a mail names; the others are counted. */
const NAMED = 20

/** Subject of a mail, and its text once its links are made; one of the links may be the button of the card. */
export type AlertText = {
  subject: string
  text: (links: AlertLinks) => string
  button: (links: AlertLinks) => CardButton | null
}

/**
 * The mail that asks for confirmation. It has nothing that the visitor typed: a stranger could have another person read
 * any text.
 */
export function confirmationText(company: string): AlertText {
  const text = ({ manage }: AlertLinks) => `Hello,

You, or another person, asked for mail about new positions at ${company} at this address. To get it, open this page and confirm:
${manage}

The link works for ${ALERT_LIFE.unconfirmedDays} days. If it was not you, there is nothing to do: without your confirmation we send nothing more, and delete your address after these days.

Kind regards
${company}
`
  const button = ({ manage }: AlertLinks) => ({ href: manage, label: 'Confirm your job alert' })
  return { subject: `Confirm your job alert at ${company}`, text, button }
}

/** The mail that names new postings, at least one. @param endsOn the day on which the job alert ends, `YYYY-MM-DD` */
export function openingsText(
  { company, publicUrl }: { company: string; publicUrl: string },
  jobs: readonly PublicJob[],
  { facets, endsOn }: { facets: JobAlertFacets; endsOn: string },
): AlertText {
  const [first] = jobs
  const subject =
    jobs.length === 1 && first
      ? `New position: ${isolateDirection(first.title)}`
      : `${jobs.length} new positions at ${company}`
  const named = jobs.slice(0, NAMED).map((job) => jobLines(publicUrl, job))
  const more = jobs.length - NAMED
  const facetLines = describeFacets(facets).map(([name, value]) => `${name}: ${value}`)
  const text = ({ manage, unsubscribe }: AlertLinks) => `Hello,

${jobs.length === 1 ? 'This new position fits' : 'These new positions fit'} your job alert at ${company}:

${named.join('\n\n')}
${more > 0 ? `\nSee ${more} more: ${withSource(`${publicUrl}${PAGE.landing}`, OWN_SOURCE.alert)}\n` : ''}
You asked for: ${facetLines.length > 0 ? facetLines.join('; ') : 'every new position'}.

This job alert ends on ${formatDate(endsOn)}. Keep it for another ${ALERT_LIFE.months} months:
${manage}

Get no more of these mails:
${unsubscribe}

Kind regards
${company}
`
  const button = () => null
  return { subject, text, button }
}

function jobLines(publicUrl: string, job: PublicJob): string {
  const { id, title, jobType, location } = job
  const further = furtherFacts(job).map(({ line }) => line)
  const facts = [jobType, location, shownPay(job) ?? '', ...further].filter(Boolean).map(isolateDirection).join(' · ')
  return `${title}\n${facts}\n${withSource(`${publicUrl}${pathTo(PAGE.job, id)}`, OWN_SOURCE.alert)}`
}
