import { RETENTION } from '../../../contract/personal-data/personal-data-limits.ts'
import type { RetentionRules } from '../../../contract/personal-data/retention-rules.ts'
import type { Company } from '../../../contract/site/company.ts'
import type { LegalPage } from '../../../contract/site/site-texts.ts'
import { ALERT_LIFE } from '../../../contract/wire/limits.ts'

/**
 * The texts of the legal pages until an owner replaces them. They say what the program stores and does; a new kind of
 * personal data must be added here.
 * @param sendsMail whether a mail server is configured: without one no applicant gets a private link, and there are no job alerts
 * @param retention what is said of deleting is what the program does
 */
export function builtInTexts(
  { legalName, name, email }: Company,
  sendsMail: boolean,
  retention: RetentionRules,
): Record<LegalPage, string> {
  const ownControl = `- The private page of your application, whose link comes by mail, shows what you sent and how it stands. There you can add to it, replace your resume, withdraw, or erase everything.
- Every job alert has a link that ends it.
`
  const alertsStored = `- If you ask for job alerts: your email address and which positions you want to hear about.
`
  const alertsKept = `For job alerts we keep your address until you end them, and for ${ALERT_LIFE.months} months after you confirmed or renewed them at most. If you do not confirm a job alert, we delete it after ${ALERT_LIFE.unconfirmedDays} days. If your mail server refuses the address for good, we delete it ${ALERT_LIFE.refusedDays} days later.

`
  return {
    privacy: `${legalName} runs this careers site. This page says what it stores about you, why, and what you can do about it. Questions go to ${email}.

# What we store
- Your application: name, email address, phone number, your note, your resume, and whatever else you enter in the form. The words of your resume are stored so that we can search them.
- Where you found us, if the link that you followed says so, such as the name of a job board: one word, with your application.
- What follows from it: the status of your application, our notes about it, interviews with their time and place and your answer, and the messages that we send you.
- A history of what was done with your application and when. It names the people here who did it.
${sendsMail ? alertsStored : ''}- Receipts: each application gets a receipt that is signed by this site. You keep it; it contains your name, email address, phone number and answers to our questions, so keep it as private as a letter.

# What we do not store
- No cookie is set for visitors, and no page loads anything from another company. There is no advertising and no tracking.
- Your network address is not stored. To stop abuse, this site counts forms by a keyed code made from the address, from which the address cannot be read.
- What you type before sending stays in your browser, and so does your choice of a light or dark page. The word of the link that you followed stays there until you close the tab.

# Why we store it
We use it to decide about your application, to talk with you about it, and to answer you. People decide, not a program. A form that looks as if a program filled it in is set aside until a person has looked at it.

# Who sees it
Those at ${name} who handle applications. Files may be kept with a storage provider${sendsMail ? ', and mail passes through a mail provider, both' : ''} on our behalf. We do not sell your data.

# How long we keep it
${describeRetention(retention, sendsMail)} Backups made before that contain it until they are replaced. After an erasure the history keeps numbers and events that do not name you.

${sendsMail ? alertsKept : ''}# What you can do
${sendsMail ? ownControl : ''}- Write to ${email} to get a copy of your data, to have it corrected or deleted, or to object. You may also complain to the data protection authority where you live.`,
    terms: `These terms apply to this careers site, which ${legalName} runs. By using it you accept them.

# Positions
A posting describes a position as well as we can. It is no offer of employment. Positions may change or close at any time.

# Applications
- Send only what is true, and only your own data or data that you may share.
- Send only files that you may share and that do no harm. Files may be checked for viruses.
- You keep all rights in what you send. We use it to decide about your application, as the privacy policy describes.
- An application obliges neither you nor us to anything. You can withdraw it at any time.

# This site
We keep this site available and its content correct with care, but we cannot promise that it always is. Links lead to other sites that we do not control. Do not disturb the site or try to read data of others.

# Contact
Questions about these terms go to ${email}.`,
  }
}

/** When applications are deleted, as the rules say that are on. */
function describeRetention(
  { isOn, refused, undecided, hired, noticeDays }: RetentionRules,
  sendsMail: boolean,
): string {
  const periods = [
    ...(refused === null ? [] : [`${daysOf(refused)} after we have declined it or you have withdrawn it`]),
    ...(undecided === null
      ? []
      : [`${daysOf(undecided)} after you sent it for no particular position, where we made no decision`]),
    ...(hired === null ? [] : [`${daysOf(hired)} after we have hired you`]),
  ]
  const sooner = sendsMail ? 'you erase it or we delete it' : 'we delete it'
  if (!isOn || periods.length === 0)
    return `Applications are not deleted on a fixed day. We keep yours until ${sooner}.`
  const notice =
    noticeDays === null || !sendsMail
      ? ''
      : ` We tell you by mail ${daysOf(noticeDays)} before that time is over. You can then agree to stay on file for once more that time, and withdraw that whenever you want: we store when you did either, and the words that you agreed to.`
  const rules = periods.map((period) => `- ${period}`).join('\n')
  return `We keep your application for a fixed time:
${rules}

If you apply again meanwhile, all of your applications are kept until the time of each is over.${notice} Nobody here works with them after that, and they are deleted ${RETENTION.setAsideDays} days later.${sendsMail ? ' You can erase them sooner.' : ''} A legal matter may oblige us to keep them longer.`
}

function daysOf(days: number): string {
  return days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`
}
