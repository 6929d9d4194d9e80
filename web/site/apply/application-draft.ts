import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SubmissionReceipt } from '../../../contract/applications/application.ts'
import { type AttemptKey, createAttemptKey } from '../../api/attempt-key.ts'
import { createStoredDrafts } from '../../session/stored-drafts.ts'
import type { AnsweredForm } from './questions/answer-resolver.ts'
import type { SendingFailed } from './sending-failure.tsx'

/** State of a submission; `progress` is in percent. */
export type Delivery =
  | { status: 'idle' }
  | { status: 'sending'; progress: number }
  | { status: 'failed'; failure: SendingFailed }
  | { status: 'sent'; sent: SubmissionReceipt }

/** What the applicant typed, without the honeypot. */
type TypedValues = Omit<AnsweredForm, 'website'>

/** What a reload keeps of a form: the typed text, and the name of the file, which no browser gives back. */
type KeptForm = { values: TypedValues; fileName: string | null }

/** State that outlives the form: closing a dialog loses neither the typed text nor a running submission. */
export type ApplicationDraft = {
  values: AnsweredForm | undefined
  file: File | null
  attempt: AttemptKey
  readDelivery: () => Delivery
  /** Notifies every form that shows this draft, synchronously. */
  setDelivery: (delivery: Delivery) => void
  /** Calls `listener` after every change of the delivery; returns the unsubscribe action. */
  subscribe: (listener: () => void) => () => void
  /** Whether a form currently shows this draft. */
  isShown: () => boolean
  /** What this tab had before a reload. */
  readKept: () => KeptForm | undefined
  /** Keeps the form for a reload of this tab; an empty one is forgotten. */
  keep: (form: KeptForm) => void
  /** Forgets what a reload would bring back. */
  forget: () => void
}

/** No submission is running. */
export const IDLE: Delivery = { status: 'idle' }

const drafts = new Map<number | undefined, ApplicationDraft>()
const keptForms = createStoredDrafts<KeptForm>('application-drafts')

/** The number under which a general application is kept: no posting has it. */
const GENERAL = 0

/**
 * The draft of a posting, shared by all its forms.
 * @param jobId undefined for a general application
 */
export function draftFor(jobId: number | undefined): ApplicationDraft {
  const existing = drafts.get(jobId)
  if (existing) return existing
  const draft = createDraft(jobId ?? GENERAL)
  drafts.set(jobId, draft)
  return draft
}

function createDraft(number: number): ApplicationDraft {
  let delivery = IDLE
  const listeners = new Set<() => void>()
  return {
    values: undefined,
    file: null,
    attempt: createAttemptKey(),
    readDelivery: () => delivery,
    setDelivery(next) {
      delivery = next
      for (const notify of listeners) notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isShown: () => listeners.size > 0,
    readKept: () => keptForms.list(undefined)[number],
    keep(form) {
      const isEmpty = form.fileName === null && Object.values(form.values).every((value) => !value)
      if (isEmpty) keptForms.remove(number, undefined)
      else keptForms.save(number, undefined, form)
    },
    forget: () => keptForms.remove(number, undefined),
  }
}

/**
 * Keeps the form for a reload of this tab, and fills in what was kept. Text that was typed before hydration stays.
 * @returns the name of a file that was chosen before the reload and must be chosen again
 */
export function useKeptForm(
  { setValue, getValues, subscribe }: UseFormReturn<AnsweredForm>,
  draft: ApplicationDraft,
  file: File | null,
): string | null {
  const [lostFile, setLostFile] = useState<string | null>(null)
  const fileName = file?.name ?? null

  useEffect(() => {
    const kept = draft.readKept()
    if (!kept || draft.file) return
    for (const name of Object.keys(kept.values) as (keyof typeof kept.values)[]) {
      if (!getValues(name)) setValue(name, kept.values[name] ?? '')
    }
    setLostFile(kept.fileName)
  }, [draft, setValue, getValues])

  useEffect(() => {
    // The honeypot is no text of the applicant.
    const keep = ({ website: _, ...values }: AnsweredForm) => draft.keep({ values, fileName: fileName ?? lostFile })
    keep(getValues())
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [draft, getValues, subscribe, fileName, lostFile])

  useEffect(() => {
    if (fileName !== null) setLostFile(null)
  }, [fileName])

  return lostFile
}
