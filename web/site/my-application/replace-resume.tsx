import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { MyApplication } from '../../../contract/applications/my-application.ts'
import { describeKinds, kindsOf } from '../../../contract/applications/resume-kinds.ts'
import type { ErrorCode } from '../../../contract/wire/error.ts'
import { ApiError } from '../../api/api-error.ts'
import { FileField } from '../../ui/form/file-field.tsx'
import { toast, useToaster } from '../../ui/toast/toast.ts'
import { acceptOf, rememberRejection } from '../apply/resume-file.ts'
import { describeSubmissionFailure } from '../apply/submit-application.ts'
import { SubmitRow } from '../apply/submit-row.tsx'
import { useResumeChoice } from '../apply/use-resume-choice.ts'
import { isLinkInvalid, MY_APPLICATION, sendNewResume } from './my-application-api.ts'

const RULES = { kinds: kindsOf('application'), isRequired: true }

/** Refusals that do not stay. */
const PASSING: readonly string[] = ['too_slow', 'too_many_requests'] satisfies ErrorCode[]

/** Replaces the resume of the application. The chosen file stays when it could not be sent. */
export function ReplaceResume({ application, token }: { application: MyApplication; token: string }) {
  const resume = useResumeChoice(RULES)
  const { sending, progress } = useReplacement(token, () => resume.choose(null))
  const failure = sending.error && describeFailure(sending.error)
  // The rendered state is stale for the second of two quick submits.
  const isUnderWay = useRef(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isUnderWay.current || !resume.check({ takesFocus: true }) || !resume.file) return
    isUnderWay.current = true
    sending.mutate(resume.file, {
      onSettled: () => {
        isUnderWay.current = false
      },
    })
  }
  const action = application.resume ? 'Replace resume' : 'Add resume'
  return (
    <form noValidate onSubmit={submit} aria-label={action} className="grid gap-4">
      <FileField
        label="New resume"
        hint={`${describeKinds(RULES.kinds)}. We read the newest one.`}
        accept={acceptOf(RULES.kinds)}
        file={resume.file}
        error={resume.error}
        onChange={(file) => {
          // What was said about the file before does not hold for this one.
          sending.reset()
          resume.choose(file)
        }}
        inputRef={resume.inputRef}
        disabled={sending.isPending}
      />
      {/* A fault of the file is said at its field. */}
      {failure && !resume.error && (
        <p role="alert" className="border-signal-red border-l-4 pl-4">
          {failure.text} {failure.canRetry && 'Your file is still chosen.'}
        </p>
      )}
      <SubmitRow
        label={failure?.canRetry ? 'Try again' : action}
        isSubmitting={sending.isPending}
        isSecondary
        progress={progress}
      />
    </form>
  )
}

function useReplacement(token: string, onDone: () => void) {
  const client = useQueryClient()
  const [progress, setProgress] = useState(0)
  useToaster()
  const readAgain = () => client.invalidateQueries({ queryKey: MY_APPLICATION })
  const sending = useMutation({
    mutationFn: (file: File) => sendNewResume(token, file, setProgress),
    retry: false,
    onSuccess: async () => {
      onDone()
      toast({ title: 'Resume replaced' })
      await readAgain()
    },
    onError: async (error, file) => {
      rememberRejection(file, error)
      if (isLinkInvalid(error)) await readAgain()
    },
  })
  return { sending, progress }
}

/** What to say about a failure, and whether it was one of the way, so that the same file may be sent another time. */
function describeFailure(error: Error): { text: string; canRetry: boolean } {
  const isRefused = error instanceof ApiError && error.status < 500 && !PASSING.includes(error.code ?? '')
  const said = error instanceof ApiError ? error.serverMessage : undefined
  return { text: said ?? describeSubmissionFailure(error).description ?? '', canRetry: !isRefused }
}
