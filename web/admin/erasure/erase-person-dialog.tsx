import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Application } from '../../../contract/applications/application.ts'
import { wordOf } from '../../../contract/applications/status-lists.ts'
import type { LegalHold } from '../../../contract/personal-data/legal-holds.ts'
import type { Person } from '../../../contract/personal-data/person-erasure.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { failureMessage } from '../../api/api-error.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { attemptToSend } from '../../ui/form/use-sent-faults.ts'
import { formatCalendarDay, formatDay } from '../../ui/text/date-formats.ts'
import { toast } from '../../ui/toast/toast.ts'
import { personQuery, useErasePerson } from './person-api.ts'
import { describeCounts, isConfirmed, titleOf, whereOf } from './person-texts.ts'

type ErasePersonDialogProps = {
  application: Pick<Application, 'id' | 'name'>
  onErased: () => void
  onClose: () => void
}

/** Shows all that is kept about the person of an application, and erases it once the name or the reference is typed. */
export function ErasePersonDialog({ application, onErased, onClose }: ErasePersonDialogProps) {
  const formId = useId()
  const { token } = useAuth()
  const person = useQuery(personQuery(token, application.id))
  const erasing = useErasePerson(application.id)
  const isPossible = person.data?.hold === null && person.data.applications.some(({ isErasing }) => !isErasing)
  const erase = () => {
    if (!person.data || erasing.isPending) return
    erasing.mutate(person.data, {
      onSuccess: () => {
        toast({ title: 'Erasure begun', description: 'It ends once every store has removed the files.' })
        onClose()
        onErased()
      },
      // What the person has may be what changed.
      onError: () => void person.refetch(),
    })
  }
  return (
    <Dialog
      title="Erase"
      subject={application.name}
      description="Everything that is kept about this person is removed, from every store."
      staysOpenOnOutsideClick
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {person.data && !isPossible ? 'Close' : 'Cancel'}
          </Button>
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
        loading={<p role="status">Looking for all that is kept...</p>}
        failure="It could not be read what is kept about this person."
      >
        {(kept) => (
          <div className="grid gap-5">
            {erasing.error && (
              <p role="alert" className="measure border-signal-amber border-l-4 pl-4">
                {failureMessage(erasing.error)}
              </p>
            )}
            {kept.hold && <Held hold={kept.hold} />}
            {kept.waitsFor !== null && <Waiting reason={kept.waitsFor} />}
            <Kept person={kept} />
            {isPossible && <Confirmation {...{ formId, application }} onConfirmed={erase} />}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Held({ hold: { reason, endsOn } }: { hold: LegalHold }) {
  return (
    <p role="status" className="measure wrap-anywhere border-signal-amber border-l-4 pl-4">
      A legal hold keeps all of it until {formatCalendarDay(endsOn)}: <bdi>{reason}</bdi>. End the hold first.
    </p>
  )
}

function Waiting({ reason }: { reason: string }) {
  return (
    <p role="status" className="measure wrap-anywhere border-signal-amber border-l-4 pl-4">
      The erasure was requested and has not ended. It is tried again by itself. The latest attempt said: {reason}
    </p>
  )
}

function Kept({ person: { applications, hasMore, counts } }: { person: Person }) {
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
      {hasMore && <p className="text-sm">There are more: erase these first, and then the others.</p>}
      {others && <p className="text-sm">Also removed: {others}.</p>}
      <p className="measure text-ink-muted text-sm">
        Nobody can restore it. Backups made before keep it until they are replaced. The audit trail keeps that it was
        erased, by whom and when, and no personal data.
      </p>
    </div>
  )
}

type ConfirmationProps = Pick<ErasePersonDialogProps, 'application'> & { formId: string; onConfirmed: () => void }

function Confirmation({ application: { id, name }, formId, onConfirmed }: ConfirmationProps) {
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
