import { type ApplicantField, LINK_FIELDS, PERSON_FIELDS } from '../../../../contract/applications/applicant-fields.ts'
import type { ApplyPageData, FormFault, FormField } from '../../../../contract/applications/apply-page.ts'
import { describeKinds, kindsOf } from '../../../../contract/applications/resume-kinds.ts'
import { isWritten, type ResumeSection } from '../../../../contract/applications/written-resume.ts'
import type { AskedQuestion } from '../../../../contract/jobs/question.ts'
import { type AnswerField, unaskedAnswers } from '../../../../contract/jobs/question-answers.ts'
import { kindOf } from '../../../../contract/jobs/question-kinds.ts'
import { ANCHOR, PAGE, SOURCE_PARAMETER } from '../../../../contract/wire/paths.ts'
import { keptSource } from '../../../session/visit-source.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/field.tsx'
import { LinkFields, LongTextFields, PersonFields } from '../applicant-fields.tsx'
import { DataNotice } from '../data-notice.tsx'
import { Honeypot } from '../honeypot.tsx'
import { QuestionFields } from '../questions/question-fields.tsx'
import { acceptOf } from '../resume-file.ts'
import { SectionFields } from '../written-resume.tsx'
import { Faults, fieldId } from './form-faults.tsx'

const REQUIRED: readonly ApplicantField[] = PERSON_FIELDS

const KINDS = kindsOf('application')

type FormWithoutScriptProps = Partial<Pick<ApplyPageData, 'typed' | 'faults' | 'kept' | 'source'>> & {
  /** Null for a general application. */
  jobId: number | null
  /** What the posting asks. */
  questions?: readonly AskedQuestion[]
}

/**
 * The application form as the browser itself sends it: it needs no JavaScript. The browser checks what it can before it
 * sends, because it does not keep the file of a refused form. It cannot require the file, which may be written instead.
 */
export function FormWithoutScript({
  jobId,
  questions = [],
  typed = {},
  faults = [],
  kept = 'all',
  source = null,
}: FormWithoutScriptProps) {
  const errors: { [Name in FormField]?: FormFault } = {}
  for (const fault of faults) if (fault.field) errors[fault.field] = fault
  const hasWritten = isWritten(typed)
  const registerSection = (name: ResumeSection) => ({ id: fieldId(name), name, defaultValue: typed[name] })
  const register = (name: ApplicantField) => ({
    id: fieldId(name),
    name,
    defaultValue: typed[name],
    required: REQUIRED.includes(name),
  })
  const registerAnswer = (name: AnswerField, question: AskedQuestion) => ({
    id: fieldId(name),
    name,
    defaultValue: typed[name],
    // A browser would require each choice of several.
    required: question.isRequired && !kindOf(question).isSeveral,
  })
  return (
    <form
      method="post"
      // With the anchor the browser moves the focus to the result, and Back from a failed sending returns to this page: an
      // equal address would replace it in the history.
      action={`${PAGE.apply}#${ANCHOR.result}`}
      encType="multipart/form-data"
      aria-label="Application"
      className="grid gap-5"
    >
      {faults.length > 0 && <Faults {...{ faults, questions, kept }} isWritten={hasWritten} />}
      {jobId !== null && <input type="hidden" name="jobId" value={jobId} />}
      <input type="hidden" name={SOURCE_PARAMETER} defaultValue={source ?? ''} ref={fillInSource} />
      <div className="fields-without-script grid min-w-0 gap-5 sm:grid-cols-2">
        <PersonFields register={register} errors={errors} />
        <Honeypot name="website" />
        <LongTextFields register={register} errors={errors} />
        <LinkFields
          register={register}
          errors={errors}
          open={LINK_FIELDS.some((name) => typed[name] || errors[name])}
        />
        <QuestionFields
          questions={questions}
          heading="h2"
          unasked={unaskedAnswers(questions, typed)}
          register={registerAnswer}
          errorOf={(name) => errors[name]?.message}
        />
        {/* Last: of a form that is refused unread, the server knows only what comes before the file. */}
        <TextField
          id={fieldId('resume')}
          type="file"
          name="resume"
          label="Resume"
          hint={describeKinds(KINDS)}
          accept={acceptOf(KINDS)}
          isStandalone
          className="sm:col-span-2"
          error={errors.resume?.message}
        />
        <details aria-label="Written in place of a file" className="sm:col-span-2" open={hasWritten}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-accent">
            No file at hand? Write it here
          </summary>
          <div className="mt-3 grid gap-5">
            <p className="text-ink-muted text-sm">Fill in at least one. We make a text file of it.</p>
            <SectionFields register={registerSection} errors={errors} />
          </div>
        </details>
      </div>
      <DataNotice />
      <div>
        <Button type="submit" className="max-sm:w-full">
          Submit Application
        </Button>
      </div>
    </form>
  )
}

/** With JavaScript, the source of the visit: the address of this page may not have it. */
function fillInSource(input: HTMLInputElement | null): void {
  if (input) input.value ||= keptSource() ?? ''
}
