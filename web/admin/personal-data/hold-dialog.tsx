import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Application } from '../../../contract/applications/application.ts'
import { type LegalHold, newLegalHoldSchema } from '../../../contract/personal-data/legal-holds.ts'
import { ApiError, failureMessage } from '../../api/api-error.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { isSessionOver } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextAreaField, TextField } from '../../ui/form/field.tsx'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'
import { toast } from '../../ui/toast/toast.ts'
import { ownHoldQuery, useEndHold, useSetHold } from './personal-data-api.ts'

type HoldDialogProps = { application: Pick<Application, 'id' | 'name'>; onClose: () => void }

/** Sets, renews or ends the legal hold of a person. */
export function HoldDialog({ application, onClose }: HoldDialogProps) {
  const { token } = useAuth()
  const query = useQuery(ownHoldQuery(token, application.id))
  if (query.data) return <HoldForm {...{ application, onClose }} hold={query.data.hold} />
  return (
    <Dialog
      isSmall
      title="Legal hold of"
      subject={application.name}
      description={DESCRIPTION}
      onClose={onClose}
      footer={
        <Button tone="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Loaded query={query} loading={<p role="status">Loading the hold...</p>} failure="The hold could not be loaded.">
        {() => null}
      </Loaded>
    </Dialog>
  )
}

const DESCRIPTION = 'All applications of this person stay until the last day, whatever the rules and requests say.'

const FIELDS = ['reason', 'endsOn'] as const

type Faults = Partial<Record<(typeof FIELDS)[number], string>>

function HoldForm({ application, hold, onClose }: HoldDialogProps & { hold: LegalHold | null }) {
  const firstInput = useRef<HTMLTextAreaElement>(null)
  const stored = { reason: hold?.reason ?? '', endsOn: hold?.endsOn ?? '' }
  const [fields, setFields] = useState(stored)
  const [faults, setFaults] = useState<Faults>({})
  const saving = useSetHold(application.id)
  const change = (name: keyof Faults, value: string) => {
    setFields({ ...fields, [name]: value })
    setFaults({ ...faults, [name]: undefined })
  }
  const submit = () => {
    const parsed = newLegalHoldSchema.safeParse(fields)
    setFaults(faultsOf(parsed.error?.issues ?? []))
    if (!parsed.success) return
    saving.mutate(parsed.data, {
      onSuccess: () => {
        toast({ title: `Held until ${formatCalendarDay(parsed.data.endsOn)}`, description: application.name })
        onClose()
      },
      onError: (error) => error instanceof ApiError && setFaults(faultsOf(error.issues)),
    })
  }
  const isRefused = saving.error && !isSessionOver(saving.error) && !Object.values(faults).some(Boolean)
  return (
    <FormDialog
      isSmall
      title="Legal hold of"
      subject={application.name}
      description={DESCRIPTION}
      formName="Legal hold"
      action={hold ? 'Renew hold' : 'Set hold'}
      initialFocus={firstInput}
      failure={isRefused ? failureMessage(saving.error) : null}
      isDirty={fields.reason !== stored.reason || fields.endsOn !== stored.endsOn}
      isBusy={saving.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        ref={firstInput}
        label="What it is needed for"
        rows={3}
        hint="Only owners can read this, here and under Personal data."
        value={fields.reason}
        error={faults.reason}
        onChange={({ currentTarget }) => change('reason', currentTarget.value)}
      />
      <TextField
        label="Last day"
        type="date"
        className="w-52"
        value={fields.endsOn}
        error={faults.endsOn}
        onChange={({ currentTarget }) => change('endsOn', currentTarget.value)}
      />
      {hold && <Ending application={application} onEnded={onClose} />}
    </FormDialog>
  )
}

function Ending({ application, onEnded }: Pick<HoldDialogProps, 'application'> & { onEnded: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const ending = useEndHold()
  return (
    <p className="text-sm">
      Is the matter over?{' '}
      <Button tone="quiet" className="-my-1" isBusy={ending.isPending} onClick={() => setAsking(true)}>
        End the hold now...
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="End the legal hold?"
          question={
            <>
              From now on the rules and requests for erasure apply again to <bdi>{application.name}</bdi>.
            </>
          }
          action="End hold"
          onConfirm={() => ending.mutate(application, { onSuccess: onEnded })}
          onClose={() => setAsking(false)}
        />
      )}
    </p>
  )
}

function faultsOf(issues: readonly { path: PropertyKey[] | string; message: string }[]): Faults {
  return Object.fromEntries(
    issues.flatMap(({ path, message }) => {
      const field = FIELDS.find((each) => each === String(Array.isArray(path) ? path[0] : path))
      return field ? [[field, message]] : []
    }),
  )
}
