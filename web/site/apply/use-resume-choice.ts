import { useRef, useState } from 'react'
import type { ResumeKind } from '../../../contract/applications/resume-kinds.ts'
import { toast } from '../../ui/toast/toast.ts'
import { currentToast, dismissToast } from '../../ui/toast/toast-store.ts'
import { findFileProblem, MISSING_RESUME, rejectionOf } from './resume-file.ts'

/** What decides whether a resume may be sent. */
export type ResumeRules = { kinds: readonly ResumeKind[]; isRequired: boolean }

/** The resume of a form, from {@link useResumeChoice}. */
export type ResumeChoice = ReturnType<typeof useResumeChoice>

/** The resume field of a form: the file, its error, and the check before sending. */
export function useResumeChoice({ kinds, isRequired }: ResumeRules, initialFile: File | null = null) {
  const [file, setFile] = useState(initialFile)
  const [message, setMessage] = useState<string>()
  const error = message ?? rejectionOf(file)
  // The latest file, available before the next render.
  const latest = useRef(initialFile)
  const inputRef = useRef<HTMLInputElement>(null)

  const problemOf = (candidate: File | null) => {
    if (candidate) return findFileProblem(candidate, kinds)
    return isRequired ? MISSING_RESUME : undefined
  }

  /** Sets or clears the file and shows its problem immediately. */
  const choose = (candidate: File | null) => {
    const problem = candidate ? problemOf(candidate) : undefined
    latest.current = candidate
    setFile(candidate)
    setMessage(problem?.description)
    if (problem) toast(problem)
    else if (candidate && error) dismissFixed(error)
  }

  /** Whether the form may be sent; otherwise shows why, in a toast and at the field. */
  const check = ({ takesFocus = false, otherFaults = 0 } = {}) => {
    const problem = problemOf(file)
    setMessage(problem?.description)
    if (!problem) return true
    toast(otherFaults === 0 ? problem : { ...problem, note: describeOthers(otherFaults) })
    if (takesFocus) inputRef.current?.focus()
    return false
  }

  /** Takes back that a file is missing, where none is wanted any more. */
  const excuse = () => {
    if (file || !error) return
    setMessage(undefined)
    dismissFixed(error)
  }

  return { file, latest, error, inputRef, choose, check, excuse }
}

function describeOthers(count: number): string {
  return count === 1 ? 'Another field needs correction too.' : `${count} other fields need correction too.`
}

/** Dismisses the toast of a fixed problem. */
function dismissFixed(description: string) {
  const shown = currentToast()
  if (shown?.description === description) dismissToast(shown.id)
}
