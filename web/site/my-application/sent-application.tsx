import type { ReactNode } from 'react'
import { LINK_FIELDS, PERSON_FIELDS, shownLabel, TEXT_FIELDS } from '../../../contract/applications/applicant-fields.ts'
import type { MyApplication } from '../../../contract/applications/my-application.ts'
import { API } from '../../../contract/wire/paths.ts'
import { formatFileSize } from '../../ui/form/file-size.ts'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { LinkedFileButton } from './linked-file-button.tsx'

/** What the applicant sent. */
export function SentApplication({ application, token }: { application: MyApplication; token: string }) {
  const { questionAnswers, resume, createdAt } = application
  return (
    <section aria-labelledby="sent-title" className="rounded-md border border-line bg-panel p-5">
      <h2 id="sent-title" className="text-lg">
        What you sent
      </h2>
      <dl className="own-direction wrap-anywhere mt-4 grid gap-3">
        <Fact label="Sent" value={formatDayAndTime(createdAt)} />
        {PERSON_FIELDS.map((field) => {
          const text = application[field]
          return text && <Fact key={field} label={shownLabel(field)} value={text} />
        })}
        {LINK_FIELDS.map((field) => {
          const address = application[field]
          return address && <Fact key={field} label={shownLabel(field)} value={<SentLink address={address} />} />
        })}
        <Fact label="Resume" value={resume ? <OwnResume resume={resume} token={token} /> : 'None'} />
        {TEXT_FIELDS.map((field) => {
          const text = application[field]
          const label = shownLabel(field)
          return text && <Fact key={field} label={label} value={<span className="whitespace-pre-wrap">{text}</span>} />
        })}
        {questionAnswers.map(({ question, answer }) => (
          <Fact
            key={question}
            label={question}
            value={<span className="whitespace-pre-wrap">{answer.join(', ') || 'No answer'}</span>}
          />
        ))}
      </dl>
      <div className="mt-5 border-line border-t pt-4 text-sm">
        <p className="text-ink-muted">All of it, with every resume and our messages to you, in one ZIP file to keep.</p>
        <LinkedFileButton
          address={API.myApplicationArchive}
          fileName={`${application.reference}.zip`}
          token={token}
          tone="quiet"
          className="-mx-2"
        >
          Download everything
        </LinkedFileButton>
      </div>
    </section>
  )
}

function OwnResume({ resume, token }: { resume: NonNullable<MyApplication['resume']>; token: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span>
        {resume.fileName} <span className="whitespace-nowrap">({formatFileSize(resume.size)})</span>
      </span>
      <LinkedFileButton
        address={API.myApplicationResume}
        fileName={resume.fileName}
        token={token}
        tone="quiet"
        className="-mx-2"
      >
        Open resume
      </LinkedFileButton>
    </span>
  )
}

/** The messages that have left, newest first. */
export function SentMessages({ messages }: Pick<MyApplication, 'messages'>) {
  if (messages.length === 0) return null
  return (
    <section aria-labelledby="messages-title">
      <h2 id="messages-title" className="text-lg">
        Messages to you
      </h2>
      <ul className="mt-3 grid gap-2">
        {messages.map(({ subject, body, sentAt }) => (
          <li key={sentAt + subject} className="wrap-anywhere border-line border-l-2 pl-3">
            <details aria-label={subject}>
              <summary className="cursor-pointer max-md:py-2">
                {subject}{' '}
                <span className="block whitespace-nowrap text-ink-muted text-sm">{formatDayAndTime(sentAt)}</span>
              </summary>
              <p className="measure mt-2 whitespace-pre-wrap">{body}</p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A new tab keeps this page, whose private link the address has lost. */
function SentLink({ address }: { address: string }) {
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className="max-md:inline-block max-md:py-3">
      {address}
    </a>
  )
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-muted text-sm">{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
