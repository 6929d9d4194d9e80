import { type FormEvent, useId, useState } from 'react'
import { changedRetentionSchema, type Retention } from '../../../contract/personal-data/retention-rules.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { attemptToSend } from '../../ui/form/use-sent-faults.ts'
import { useRetentionChange } from './personal-data-api.ts'

/** How many days before applicants are told that they will be erased, if they are. */
export function NoticeForm({ retention: { rules, version } }: { retention: Retention }) {
  const noteId = useId()
  const { sendsMail } = usePageData()
  const saving = useRetentionChange()
  const stored = rules.noticeDays === null ? '' : String(rules.noticeDays)
  const [typed, setTyped] = useState(stored)
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const noticeDays = typed.trim() === '' ? null : Number(typed.trim())
    const parsed = changedRetentionSchema.shape.rules.safeParse({ noticeDays })
    attemptToSend(event.currentTarget, () => setFault(parsed.error?.issues[0]?.message))
    if (parsed.success && !saving.isPending) saving.mutate({ kind: 'rules', rules: { noticeDays }, version })
  }
  return (
    <form noValidate aria-label="Notice before the erasure" className="grid grid-cols-1 gap-5" onSubmit={submit}>
      {!sendsMail && (
        <p className="measure border-signal-amber border-l-4 pl-3">
          This site sends no mail at present, so no notice leaves. While notices are wanted, nobody is set aside who has
          not been told: set up a mail server, or leave the field empty.
        </p>
      )}
      <TextField
        label="Days of notice"
        className="max-w-96"
        isStandalone
        inputMode="numeric"
        autoComplete="off"
        placeholder="Nobody is told"
        hint="14 is usual. The mail names the day of the erasure, and its link lets the applicant stay on file."
        error={fault}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setFault(undefined)
        }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          tone="secondary"
          isBusy={saving.isPending}
          isUnavailable={typed === stored}
          aria-describedby={noteId}
        >
          Save notice
        </Button>
        <p id={noteId} className="measure text-ink-muted text-sm">
          Nobody is set aside before these days are over, and nobody whose notice could not be sent. Its text is under{' '}
          <a href={ADMIN_PAGE.settings}>Settings</a>, Messages, <i>Before erasure</i>.
        </p>
      </div>
    </form>
  )
}
