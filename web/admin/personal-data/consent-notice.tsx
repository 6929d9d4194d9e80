import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAuth } from '../../session/use-auth.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { consentQuery } from './consent-api.ts'

/** That an applicant has agreed to stay on file, with the words; nothing where there never was a consent. */
export function ConsentNotice({ applicationId }: { applicationId: number }) {
  const { token } = useAuth()
  const [isOpen, setOpen] = useState(false)
  const { consent } = useQuery(consentQuery(token, applicationId)).data ?? { consent: null }
  if (consent === null) return null
  const { at, withdrawnAt, version, text } = consent
  return (
    <section aria-label="Consent to stay on file" className="mt-4 border-line border-l-4 pl-3 text-sm">
      <p>
        {withdrawnAt === null
          ? `Agreed on ${formatDayAndTime(at)} to stay on file.`
          : `Agreed on ${formatDayAndTime(at)} to stay on file, and withdrew that on ${formatDayAndTime(withdrawnAt)}.`}
      </p>
      <Disclosure title={`Version ${version} of the text`} className="border-t-0" isOpen={isOpen} onToggle={setOpen}>
        <blockquote className="wrap-anywhere whitespace-pre-wrap">{text}</blockquote>
      </Disclosure>
    </section>
  )
}
