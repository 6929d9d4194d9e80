import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ApplicationDraft } from './application-draft.ts'
import type { AnsweredForm } from './questions/answer-resolver.ts'

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
