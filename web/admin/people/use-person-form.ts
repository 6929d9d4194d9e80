import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ErrorCode } from '../../../contract/wire/error.ts'
import { ApiError, failureMessage, refusedFields } from '../../api/api-error.ts'
import { isSessionOver } from '../../session/end-session.ts'
import { type PersonFields, postingFaults } from './person-form.ts'

/** Fields at which a form shows what is wrong. */
const SHOWN = /^(displayName|email|role|byMail|assignments(\.\d+\.jobId)?)$/

/** What a form about a person holds, and what the server has refused of it until that is changed. */
export function usePersonForm(initial: PersonFields) {
  const [fields, setFields] = useState(initial)
  const [isDirty, setDirty] = useState(false)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const nameInput = useRef<HTMLInputElement>(null)
  const change = (part: Partial<PersonFields>) => {
    setDirty(true)
    setFields((before) => ({ ...before, ...part }))
    const changed = Object.keys(part)
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([path]) => !changed.includes(path.split('.')[0] ?? ''))),
    )
  }
  return {
    ...{ fields, isDirty, faults, failure, nameInput, change },
    postingFaults: postingFaults(faults, fields.assignments),
    /** Shows faults that need no server; an empty record before each attempt. */
    showFaults: (found: Readonly<Record<string, string>>) => {
      setFaults(found)
      setFailure(null)
    },
    /** Shows why the server refused: at the fields, or above them where it is about none. */
    showRefusal: (error: Error) => {
      const refused = refusedOf(error)
      const isAtFields = Object.keys(refused).some((path) => SHOWN.test(path))
      flushSync(() => {
        setFaults(refused)
        setFailure(isAtFields || isSessionOver(error) ? null : failureMessage(error))
      })
      nameInput.current?.form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    },
  }
}

const LAST_OWNER: ErrorCode = 'last_owner'

/** What the server refused, by field. That no owner would be left is about the role. */
function refusedOf(error: Error): Record<string, string> {
  if (error instanceof ApiError && error.code === LAST_OWNER && error.serverMessage)
    return { role: error.serverMessage }
  return refusedFields(error)
}
