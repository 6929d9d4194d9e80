import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import { LINK_FIELDS } from '../../../contract/applications/applicant-fields.ts'
import { type ApplicationFields, applicationFormSchema } from '../../../contract/applications/application.ts'
import { kindsOf } from '../../../contract/applications/resume-kinds.ts'
import { isWritten } from '../../../contract/applications/written-resume.ts'
import type { AskedQuestion } from '../../../contract/jobs/question.ts'
import { unaskedAnswers } from '../../../contract/jobs/question-answers.ts'
import { toast, useToaster } from '../../ui/toast/toast.ts'
import { type ApplicationDraft, draftFor, IDLE, useKeptForm } from './application-draft.ts'
import { firstFault, isLink } from './first-fault.ts'
import { type AnsweredForm, answerResolver, answersIn } from './questions/answer-resolver.ts'
import { useAskedQuestions } from './questions/use-asked-questions.ts'
import { MISSING_RESUME, rejectionOf, rememberRejection } from './resume-file.ts'
import {
  type ApplicationAttempt,
  areQuestionsOutdated,
  describeSubmissionFailure,
  submitApplication,
} from './submit-application.ts'
import { useResumeChoice } from './use-resume-choice.ts'
import { useWriting } from './use-writing.ts'

const FIELDS = Object.keys(applicationFormSchema.shape) as (keyof ApplicationFields)[]

/** What was typed beside the answers. */
function typedIn(values: Partial<AnsweredForm>): ApplicationAttempt['fields'] {
  return Object.fromEntries(FIELDS.map((name) => [name, values[name] ?? ''])) as ApplicationAttempt['fields']
}

/** An application needs a resume. */
export const RESUME_RULES = { kinds: kindsOf('application'), isRequired: true }

/**
 * State of the application form: validation, submission with progress, and a draft that outlives a closed dialog.
 * @param jobId undefined for a general application
 * @param given the questions of the posting
 */
export function useApplicationForm(jobId: number | undefined, given?: readonly AskedQuestion[]) {
  const { questions, refresh } = useAskedQuestions(jobId, given)
  const [draft] = useState(() => draftFor(jobId))
  const delivery = useSyncExternalStore(draft.subscribe, draft.readDelivery, () => IDLE)
  // The form focuses what is wrong by itself: the file is no field of the library.
  // No default values without a draft: they would overwrite text typed before hydration.
  const form = useForm<AnsweredForm>({
    resolver: answerResolver(questions),
    shouldFocusError: false,
    ...(draft.values && { defaultValues: draft.values }),
  })
  const resume = useResumeChoice(RESUME_RULES, draft.file)
  const lostFile = useKeptForm(form, draft, resume.file)
  const writing = useWriting(form)
  const links = useLinks(form)
  useToaster()
  const submission = useSubmission(draft, refresh)

  const checkWritten = (values: AnsweredForm) => {
    if (isWritten(values)) return true
    toast(MISSING_RESUME)
    form.setError('work', { message: 'Please write under at least one heading' }, { shouldFocus: true })
    return false
  }

  const send = (values: AnsweredForm) => {
    // Read from the draft: the rendered state is stale for the second of two quick submits.
    if (draft.readDelivery().status === 'sending') return
    if (writing.isWriting ? !checkWritten(values) : !resume.check({ takesFocus: true })) return
    const file = writing.isWriting ? null : resume.file
    const fields = typedIn(values)
    const answers = answersIn(values, questions)
    const idempotencyKey = draft.attempt.keyFor({ ...fields, ...answers, jobId }, file)
    draft.setDelivery({ status: 'sending', progress: 0 })
    submission.mutate({ fields, answers, jobId, resume: file, idempotencyKey })
  }

  const refuse = (faults: FieldErrors<AnsweredForm>) => {
    const isFileWrong = !writing.isWriting && !resume.check({ otherFaults: Object.keys(faults).length })
    const first = firstFault(faults, questions, isFileWrong)
    if (first === 'resume') resume.inputRef.current?.focus()
    else if (first) {
      if (isLink(first)) flushSync(() => links.show(true))
      form.setFocus(first)
    }
  }

  const clear = useRef(() => {})
  clear.current = () => {
    form.reset(typedIn({}))
    resume.choose(null)
    writing.reset()
  }
  const { getValues } = form
  const latestFile = resume.latest
  useEffect(() => {
    const unsubscribe = draft.subscribe(() => {
      if (draft.readDelivery().status === 'sent') clear.current()
    })
    return () => {
      unsubscribe()
      draft.values = getValues()
      draft.file = latestFile.current
      // The confirmation is shown once; the next form for this posting starts empty.
      if (draft.readDelivery().status === 'sent') draft.setDelivery(IDLE)
    }
  }, [draft, getValues, latestFile])

  return {
    register: form.register,
    errors: form.formState.errors,
    questions,
    unasked: unaskedAnswers(questions, form.getValues()),
    resume,
    lostFile,
    writing: {
      ...writing,
      start: () => {
        resume.excuse()
        writing.start()
      },
    },
    links,
    delivery,
    /** Shows the fields, which are empty by now, in place of the confirmation. */
    startAgain: () => {
      flushSync(() => draft.setDelivery(IDLE))
      form.setFocus('name')
    },
    submit: form.handleSubmit(send, refuse),
  }
}

/** Whether the fields for links are unfolded: from the beginning where the form was kept with one. */
function useLinks({ getValues }: UseFormReturn<AnsweredForm>) {
  const [areShown, show] = useState(false)
  useEffect(() => {
    if (getValues(LINK_FIELDS).some(Boolean)) show(true)
  }, [getValues])
  return { areShown, show }
}

/** Submits and records the state in the draft: the form may be closed before the response arrives. */
function useSubmission(draft: ApplicationDraft, refreshQuestions: () => Promise<void>) {
  return useMutation({
    mutationFn: (attempt: ApplicationAttempt) =>
      submitApplication(attempt, (progress) => draft.setDelivery({ status: 'sending', progress })),
    onSuccess: (sent) => {
      draft.attempt.renew()
      draft.values = undefined
      draft.file = null
      draft.forget()
      draft.setDelivery(draft.isShown() ? { status: 'sent', sent } : IDLE)
      toast({
        title: 'Application Submitted',
        description: 'Thank you for your application. We will contact you soon!',
      })
    },
    onError: (error, { resume }) => {
      if (resume) rememberRejection(resume, error)
      if (areQuestionsOutdated(error)) void refreshQuestions()
      const message = describeSubmissionFailure(error)
      const canRetry = rejectionOf(resume) === undefined
      draft.setDelivery({ status: 'failed', failure: { ...message, canRetry } })
      toast(message)
    },
  })
}
