import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { failureMessage, refusedFields } from '../api/api-error.ts'
import { isSessionOver } from './end-session.ts'

/** What is wrong with the fields of a dialog, by the path of the field. */
export type Faults = Readonly<Record<string, string>>

type Refusals = {
  /** Paths of the fields at which the dialog shows what is wrong. */
  shown: RegExp
  /** The fields that a refusal is about; otherwise those that the server names. */
  refusedOf?: (error: Error) => Faults
  /** Why a change failed that is about no field, as sentences. */
  failureOf?: (error: Error) => string
}

/**
 * The fields of a dialog, with what is wrong with them until they are changed: found before they are sent, or by the server.
 * @param initial what the fields hold at first
 */
export function useDialogFields<Fields extends Readonly<Record<string, unknown>>>(
  initial: Fields,
  { shown, refusedOf = refusedFields, failureOf = failureMessage }: Refusals,
) {
  const [first] = useState(initial)
  const [fields, setFields] = useState(initial)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const firstInput = useRef<HTMLInputElement>(null)
  return {
    ...{ fields, faults, failure, firstInput },
    isDirty: Object.keys(first).some((key) => fields[key] !== first[key]),
    change: (part: Partial<Fields>) => {
      setFields((before) => ({ ...before, ...part }))
      setFaults((before) =>
        Object.fromEntries(Object.entries(before).filter(([path]) => !((path.split('.')[0] ?? '') in part))),
      )
    },
    /** Shows faults that need no server; before each attempt. @returns whether there are none */
    check: (found: Faults): boolean => {
      setFaults(found)
      setFailure(null)
      return Object.keys(found).length === 0
    },
    /** Shows why the server refused: at the fields, or above them where it is about none. The first fault gets the focus. */
    showRefusal: (error: Error) => {
      const refused = refusedOf(error)
      const isAtFields = Object.keys(refused).some((path) => shown.test(path))
      flushSync(() => {
        setFaults(refused)
        setFailure(isAtFields || isSessionOver(error) ? null : failureOf(error))
      })
      firstInput.current?.form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    },
  }
}
