import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ConsentTexts, newConsentTextSchema } from '../../../contract/personal-data/consents.ts'
import { CONSENT } from '../../../contract/personal-data/personal-data-limits.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { attemptToSend } from '../../ui/form/use-sent-faults.ts'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { consentTextsQuery, useSaveConsentText } from './consent-api.ts'

/** What applicants agree to who stay on file: the text that applies, and the versions before. */
export function ConsentTextsCard() {
  const { token } = useAuth()
  return (
    <Loaded
      query={useQuery(consentTextsQuery(token))}
      loading={<p role="status">Loading the text...</p>}
      failure="The text could not be loaded."
      isInCard
    >
      {({ versions }) => (
        <>
          <ConsentForm key={versions[0]?.version} versions={versions} />
          {versions.length > 1 && <EarlierVersions versions={versions.slice(1)} />}
        </>
      )}
    </Loaded>
  )
}

function ConsentForm({ versions: [applying] }: ConsentTexts) {
  const saving = useSaveConsentText()
  const stored = applying?.text ?? ''
  const version = applying?.version ?? 1
  const [text, setText] = useState(stored)
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const parsed = newConsentTextSchema.safeParse({ text, version })
    attemptToSend(event.currentTarget, () => setFault(parsed.error?.issues[0]?.message))
    if (parsed.success && !saving.isPending) saving.mutate(parsed.data)
  }
  return (
    <form noValidate aria-label="Text of the consent" className="grid grid-cols-1 gap-4" onSubmit={submit}>
      <TextAreaField
        label="What applicants agree to"
        isStandalone
        rows={8}
        maxLength={CONSENT.text}
        hint={`Version ${version}${applying ? `, ${describeOrigin(applying)}` : ''}. Applicants read it on their private page, above the button.`}
        error={fault}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          setFault(undefined)
        }}
      />
      <Button
        type="submit"
        tone="secondary"
        className="justify-self-start"
        isBusy={saving.isPending}
        isUnavailable={text.trim() === stored}
      >
        Save as version {version + 1}
      </Button>
    </form>
  )
}

function EarlierVersions({ versions }: ConsentTexts) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure title="Earlier versions" isOpen={isOpen} onToggle={setOpen}>
      <ul className="grid gap-5">
        {versions.map((each) => (
          <li key={each.version} className="grid gap-1">
            <p className="text-sm">
              <span className="font-semibold">Version {each.version}</span>
              <span className="text-ink-muted">, {describeOrigin(each)}</span>
            </p>
            <blockquote className="measure wrap-anywhere whitespace-pre-wrap border-line border-l-2 pl-3 text-sm">
              {each.text}
            </blockquote>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** Who saved a version, and when. */
function describeOrigin({ by, at }: ConsentTexts['versions'][number]): string {
  if (by === null || at === null) return 'as Wellhead brings it along'
  return `saved by ${by} on ${formatDayAndTime(at)}`
}
