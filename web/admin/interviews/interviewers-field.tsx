import { Plus, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Interviewer } from '../../../contract/interviews/interview.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/form/field.tsx'
import { hasRoom, type InterviewFaults } from './interview-form.ts'

type InterviewersProps = {
  interviewers: Interviewer[]
  faults: InterviewFaults
  /** People who held interviews before: their names complete themselves, and bring their addresses. */
  suggestions?: readonly Interviewer[] | undefined
  onChange: (interviewers: Interviewer[]) => void
}

/** The people who hold an interview. */
export function InterviewersField({ interviewers, faults, suggestions = [], onChange }: InterviewersProps) {
  const listId = useId()
  const rows = useRef<HTMLFieldSetElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  // A new row begins with its name; where a row has gone, the focus is on the button that adds one.
  const add = () => {
    flushSync(() => onChange([...interviewers, { name: '', address: '' }]))
    const names = rows.current?.querySelectorAll<HTMLElement>('input[list]') ?? []
    names[names.length - 1]?.focus()
  }
  const remove = (index: number) => {
    flushSync(() => onChange(interviewers.filter((_, other) => other !== index)))
    addButton.current?.focus()
  }
  const write = (index: number, part: Partial<Interviewer>) =>
    onChange(interviewers.map((one, other) => (other === index ? { ...one, ...part } : one)))
  return (
    <fieldset ref={rows} className="grid gap-4">
      <legend className="mb-2 font-semibold">Interviewers</legend>
      <datalist id={listId}>
        {suggestions.map(({ name, address }) => (
          <option key={address} value={name} label={address} />
        ))}
      </datalist>
      {interviewers.map((interviewer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name, and only their order.
        <div key={index} className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
          <TextField
            label={`Name ${index + 1}`}
            isStandalone
            maxLength={MAXIMUM.name}
            autoComplete="off"
            list={listId}
            value={interviewer.name}
            error={faults[`interviewers.${index}.name`]}
            onChange={({ target }) => write(index, completed(interviewer, target.value, suggestions))}
          />
          <TextField
            label={`Email ${index + 1}`}
            isStandalone
            type="email"
            maxLength={MAXIMUM.email}
            autoComplete="off"
            value={interviewer.address}
            error={faults[`interviewers.${index}.address`]}
            onChange={(event) => write(index, { address: event.target.value })}
          />
          <Button
            tone="quiet"
            className="sm:mt-6"
            aria-label={`Remove interviewer ${index + 1}`}
            onClick={() => remove(index)}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </Button>
        </div>
      ))}
      <FieldError id={`${listId}-error`} message={faults.interviewers} />
      {hasRoom({ interviewers }) && (
        <Button ref={addButton} tone="secondary" className="justify-self-start" onClick={add}>
          <Plus aria-hidden="true" className="size-4" /> Add interviewer
        </Button>
      )}
    </fieldset>
  )
}

/** A row with another name: that of a suggested person brings the address, unless another one was typed. */
function completed(row: Interviewer, name: string, suggestions: readonly Interviewer[]): Interviewer {
  const before = suggestions.find((one) => one.name === row.name)
  const isTyped = row.address !== '' && row.address !== before?.address
  const person = suggestions.find((one) => one.name === name)
  if (isTyped) return { ...row, name }
  return { name, address: person?.address ?? '' }
}
