import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ApplicationFields } from '../../../contract/applications/application.ts'
import { isWritten, RESUME_SECTIONS } from '../../../contract/applications/written-resume.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toast/toast.ts'
import type { AnsweredForm } from './questions/answer-resolver.ts'

/** The headings load when they are wanted. */
export const WritingFields = lazyPart(async () => (await import('./written-resume.tsx')).WritingFields)

type Texts = Pick<ApplicationFields, (typeof RESUME_SECTIONS)[number]>

/**
 * Whether the resume is written into the form, in place of a file. What was written comes back after a look at the file
 * field, and is not sent from there.
 */
export function useWriting({ getValues, setValue, setFocus, clearErrors }: UseFormReturn<AnsweredForm>) {
  const [isWriting, setWriting] = useState(false)
  const putAside = useRef<Texts>({})
  const takesFocus = useRef(false)

  const show = () => {
    const explain = () => toast({ title: 'The form could not be loaded', description: 'Try again', tone: 'error' })
    WritingFields.preload().then(() => setWriting(true), explain)
  }
  const start = () => {
    for (const section of RESUME_SECTIONS) setValue(section, putAside.current[section] ?? '')
    takesFocus.current = true
    show()
  }
  const stop = () => {
    for (const section of RESUME_SECTIONS) {
      putAside.current[section] = getValues(section)
      setValue(section, '')
    }
    clearErrors([...RESUME_SECTIONS])
    setWriting(false)
  }

  const showKept = useRef(show)
  useEffect(() => {
    // A closed dialog, or a reload, has kept what was written.
    if (isWritten(getValues())) showKept.current()
  }, [getValues])

  return {
    isWriting,
    start,
    stop,
    /** Begins anew after a success. */
    reset: () => {
      putAside.current = {}
      setWriting(false)
    },
    /** Moves the focus to the first heading, where a click has asked for it. */
    focusFirst: () => {
      if (takesFocus.current) setFocus('work')
      takesFocus.current = false
    },
  }
}
