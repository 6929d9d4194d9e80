import { useRef, useState } from 'react'
import type { ResumeKind } from '../../../contract/vocabulary.ts'
import { toast } from '../../ui/toast.ts'
import { currentToast, dismissToast } from '../../ui/toast-store.ts'
import { refusalOf } from './refused-resumes.ts'
import { findFileProblem, MISSING_RESUME } from './resume-file.ts'

/** What decides whether a resume may be sent. */
export type ResumeRules = { kinds: readonly ResumeKind[]; isRequired: boolean }

/** The resume of a form: the file, what is wrong with it, and the check before sending. */
export function useResumeChoice({ kinds, isRequired }: ResumeRules, initialFile: File | null = null) {
  const [file, setFile] = useState(initialFile)
  const [problem, setProblem] = useState<string>()
  const error = problem ?? refusalOf(file)
  // What was chosen last, also for who asks before the next render.
  const latest = useRef(initialFile)
  const inputRef = useRef<HTMLInputElement>(null)

  const problemOf = (candidate: File | null) => {
    if (candidate) return findFileProblem(candidate, kinds)
    return isRequired ? MISSING_RESUME : undefined
  }

  /** Takes a file, or none, and says at once what is wrong with it. */
  const choose = (candidate: File | null) => {
    const found = candidate ? problemOf(candidate) : undefined
    latest.current = candidate
    setFile(candidate)
    setProblem(found?.description)
    if (found) toast(found)
    else if (candidate && error) takeBack(error)
  }

  /** Whether the form may be sent; otherwise says why, by a toast and at the field. */
  const check = () => {
    const found = problemOf(file)
    setProblem(found?.description)
    if (found) toast(found)
    return found === undefined
  }

  return { file, latest, error, inputRef, choose, check }
}

/** Takes the notice of a fault away that is mended. */
function takeBack(description: string) {
  const shown = currentToast()
  if (shown?.description === description) dismissToast(shown.id)
}
