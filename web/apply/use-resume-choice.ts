import { useRef, useState } from 'react'
import type { ResumeKind } from '../../contract/vocabulary.ts'
import { currentToast, dismissToast, toast } from '../ui/toast.ts'
import { findFileProblem, MISSING_RESUME } from './resume-file.ts'

/** What decides whether a resume may be sent. */
export type ResumeRules = { kinds: readonly ResumeKind[]; isRequired: boolean }

/** The resume of a form: the file, what is wrong with it, and the check before sending. */
export function useResumeChoice({ kinds, isRequired }: ResumeRules, initialFile: File | null = null) {
  const [file, setFile] = useState(initialFile)
  const [error, setError] = useState<string>()
  // What was chosen last, also for who asks before the next render.
  const latest = useRef(initialFile)
  const inputRef = useRef<HTMLInputElement>(null)

  const problemOf = (candidate: File | null) => {
    if (candidate) return findFileProblem(candidate, kinds)
    return isRequired ? MISSING_RESUME : undefined
  }

  /** Takes a file, or none, and says at once what is wrong with it. */
  const choose = (candidate: File | null) => {
    const problem = candidate ? problemOf(candidate) : undefined
    latest.current = candidate
    setFile(candidate)
    setError(problem?.description)
    if (problem) toast(problem)
    else if (candidate && error) takeBack(error)
  }

  /** Whether the form may be sent; otherwise says why, by a toast and at the field. */
  const check = () => {
    const problem = problemOf(file)
    setError(problem?.description)
    if (problem) toast(problem)
    return problem === undefined
  }

  return { file, latest, error, inputRef, choose, check }
}

/** Takes the notice of a fault away that is mended. */
function takeBack(description: string) {
  const shown = currentToast()
  if (shown?.description === description) dismissToast(shown.id)
}
