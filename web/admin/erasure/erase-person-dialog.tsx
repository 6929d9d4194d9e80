import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Application } from '../../../contract/applications/application.ts'
import { wordOf } from '../../../contract/applications/status-lists.ts'
import type { LegalHold } from '../../../contract/personal-data/legal-holds.ts'
import type { Person } from '../../../contract/personal-data/person-erasure.ts'
import { PERSONAL_DATA } from '../../../contract/policies/personal-data-policy.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { failureMessage, GivenUpError } from '../../api/api-error.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { attemptToSend } from '../../ui/form/use-sent-faults.ts'
import { formatCalendarDay, formatDay } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { toast } from '../../ui/toast/toast.ts'
import { personQuery, useErasePerson } from './person-api.ts'
import { describeCounts, isConfirmed, titleOf, whereOf } from './person-texts.ts'

type ErasePersonDialogProps = {
  application: Pick<Application, 'id' | 'name'>
  onErased: () => void
  /** Opens the legal hold of the person in its place. */
  onHold: () => void
  onClose: () => void
}

/** Shows all that is kept about the person of an application, and erases it once the name or the reference is typed. */
export function ErasePersonDialog({ application, onErased, onHold, onClose }: ErasePersonDialogProps) {
  const formId = useId()
  const { token } = useAuth()
  const person = useQuery(personQuery(token, application.id))
  const erasing = useErasePerson(application.id)
  const isPossible = person.data?.hold === null && person.data.applications.some(({ isErasing }) => !isErasing)
  const seesErasures = useMay()(PERSONAL_DATA.retain)
  const [, navigate] = useLocation()
  const textField = useRef<HTMLInputElement>(null)
  // The dialog opened before it was known what goes.
  useEffect(() => {
    if (isPossible) textField.current?.focus()
  }, [isPossible])
  const erase = () => {
    if (!person.data || erasing.isPending) return
    erasing.mutate(person.data, {
      onSuccess: () => {
        toast({
          ...{ title: 'Erasure begun', about: application.name },
          description: 'It ends once every store has removed the files.',
          ...(seesErasures && { action: { label: 'Personal data', run: () => navigate(ADMIN_PAGE.personalData) } }),
        })
        onClose()
        onErased()
      },
      // What the person has may be what changed.
      onError: (error) => error instanceof GivenUpError || void person.refetch(),
    })
  }
  return (
    <Dialog
      title="Erase"
      subject={application.name}
      namesInFull
      description={
        person.data && !isPossible
          ? 'Nothing can be erased now.'
          : 'Everything that is kept about this person is removed, from every store.'
      }
      staysOpenOnOutsideClick
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {person.data && !isPossible ? 'Close' : 'Cancel'}
          </Button>
          {person.data?.hold && seesErasures && (
            <Button tone="secondary" onClick={onHold}>
              Legal hold...
            </Button>
          )}
          {isPossible && (
            <Button type="submit" form={formId} tone="danger" isBusy={erasing.isPending}>
              Erase for good
            </Button>
          )}
        </>
      }
    >
      <Loaded
        query={person}
        loading={
          <p role="status" className="min-h-72">
            Looking for all that is kept...
          </p>
        }
        failure="What is kept about this person could not be loaded."
      >
        {(kept) => (
          <div className="grid min-h-72 content-start gap-5">
            {erasing.error && !(erasing.error instanceof GivenUpError) && (
              <p role="alert" className="measure border-signal-amber border-l-4 pl-4">
                {failureMessage(erasing.error)}
              </p>
            )}
            {kept.hold && <Held hold={kept.hold} />}
            {kept.waitsFor !== null && <Waiting reason={kept.waitsFor} />}
            <Kept person={kept} isPossible={isPossible} />
            {isPossible && <Confirmation {...{ formId, application, textField }} onConfirmed={erase} />}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Held({ hold: { reason, endsOn } }: { hold: LegalHold }) {
  return (
    <div role="status" className="measure wrap-anywhere grid gap-1 border-signal-blue border-l-4 pl-4">
      <p>A legal hold keeps all of this until {formatCalendarDay(endsOn)}.</p>
      <p className="text-ink-muted text-sm">
        “<bdi>{reason}</bdi>”
      </p>
    </div>
  )
}

function Waiting({ reason }: { reason: string }) {
  return (
    <p role="status" className="measure wrap-anywhere border-signal-amber border-l-4 pl-4">
      The erasure was requested and has not ended. It is tried again by itself. The latest attempt said: {reason}
    </p>
  )
}

function Kept({ person: { applications, hasMore, counts }, isPossible }: { person: Person; isPossible: boolean }) {
  const others = describeCounts(counts)
  return (
    <div className="grid gap-3">
      <ul aria-label="Applications" className="grid gap-2">
        {applications.map((one) => (
          <li key={one.id} className="border-line border-b pb-2 text-sm">
            <span className="font-mono">{formatReference('APP', one.id)}</span> <bdi>{titleOf(one)}</bdi>
            <span className="text-ink-muted">
              {' · '}
              {[formatDay(one.createdAt), wordOf(one.status), whereOf(one)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {hasMore && isPossible && (
        <p className="text-sm">There are more. These {formatCount(applications.length)} go first.</p>
      )}
      {others && (
        <p className="text-sm">
          {isPossible ? 'Also removed' : 'Also kept'}: {others}.
        </p>
      )}
      {isPossible && (
        <p className="measure text-ink-muted text-sm">
          Nobody can restore it. Backups made before keep it until they are replaced. The audit trail keeps that it was
          erased, by whom and when, and no personal data.
        </p>
      )}
    </div>
  )
}

type ConfirmationProps = Pick<ErasePersonDialogProps, 'application'> & {
  formId: string
  textField: RefObject<HTMLInputElement | null>
  onConfirmed: () => void
}

function Confirmation({ application: { id, name }, formId, textField, onConfirmed }: ConfirmationProps) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <form
      id={formId}
      noValidate
      aria-label="Erase this person"
      onSubmit={(event) => {
        event.preventDefault()
        const isRight = isConfirmed(typed, name, id)
        attemptToSend(event.currentTarget, () => setWrong(!isRight))
        if (isRight) onConfirmed()
      }}
    >
      <TextField
        ref={textField}
        label={`Type the name or ${formatReference('APP', id)} to confirm`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={isWrong ? `Type “${name}” or ${formatReference('APP', id)}` : undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setWrong(false)
        }}
      />
    </form>
  )
}
