import type { ReactNode } from 'react'
import { APPLICANT_FIELDS, type ApplicantField } from '../../../../contract/applications/applicant-fields.ts'
import { RESUME_MISSING } from '../../../../contract/applications/application.ts'
import type { ApplyPageData, FormFault, FormField } from '../../../../contract/applications/apply-page.ts'
import type { AskedQuestion } from '../../../../contract/jobs/question.ts'
import { firstAnswerField } from '../../../../contract/jobs/question-answers.ts'
import { ANCHOR } from '../../../../contract/wire/paths.ts'

/** What the page still has of the refused form. */
const KEPT = {
  all: 'What you typed is still in the form.',
  cut: 'The rest of what you typed is still in the form.',
  none: 'Go back in your browser to find what you typed.',
} as const satisfies Record<ApplyPageData['kept'], string>

type FaultsProps = Pick<ApplyPageData, 'faults' | 'kept'> & {
  questions?: readonly AskedQuestion[]
  isWritten?: boolean
}

/** Why the form was refused. */
export function Faults({ faults, kept, questions = [], isWritten = false }: FaultsProps) {
  /** The same message may be about several fields or questions. */
  const wordsOf = ({ field, message }: FormFault) => {
    const question = questions.find((each) => firstAnswerField(each) === field)
    const label = question?.text ?? (message.startsWith('Must be') && field && labelOf(field))
    return label ? `${label}${/\p{P}$/u.test(label) ? '' : ':'} ${message}` : message
  }
  return (
    <FaultList
      title="Your application was not sent"
      faults={faults.map((fault) => ({ words: wordsOf(fault), fieldId: fault.field && fieldId(fault.field) }))}
    >
      <p className="mt-2">
        {KEPT[kept]}
        {kept !== 'none' &&
          !isWritten &&
          faults.every(({ message }) => message !== RESUME_MISSING) &&
          ' Please choose your resume again: browsers do not keep the file.'}
      </p>
    </FaultList>
  )
}

type FaultListProps = { title: string; faults: { words: string; fieldId: string | null }[]; children?: ReactNode }

/** What is wrong with a form that the browser itself has sent. It gets the focus when the page opens, and leads to each field. */
export function FaultList({ title, faults, children }: FaultListProps) {
  return (
    <div
      id={ANCHOR.result}
      role="alert"
      tabIndex={-1}
      className="scroll-mt-40 border-signal-red border-l-4 py-2 pr-2 pl-4"
    >
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2 grid list-none gap-1 p-0 wrap-anywhere">
        {faults.map(({ words, fieldId: id }) => (
          <li key={words}>
            {id ? (
              <a href={`#${id}`} className="inline-flex min-h-11 items-center font-semibold md:min-h-0">
                {words}
              </a>
            ) : (
              words
            )}
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

/** What a field of the applicant is called: its message may be that of any field. */
function labelOf(field: FormField): string | undefined {
  return Object.hasOwn(APPLICANT_FIELDS, field) ? APPLICANT_FIELDS[field as ApplicantField].label : undefined
}

/** The id of the control of a field. */
export function fieldId(field: FormField): string {
  return `apply-${field}`
}
