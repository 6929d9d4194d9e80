import { LINK_FIELDS, PERSON_FIELDS, TEXT_FIELDS } from '../../../contract/applications/applicant-fields.ts'
import { RESUME_SECTIONS } from '../../../contract/applications/written-resume.ts'
import type { AskedQuestion } from '../../../contract/jobs/question.ts'
import { firstAnswerField } from '../../../contract/jobs/question-answers.ts'
import type { AnsweredForm } from './questions/answer-resolver.ts'

const ABOVE_RESUME = [...PERSON_FIELDS, ...TEXT_FIELDS, ...RESUME_SECTIONS]

/**
 * The first field of the application form, in the order of the screen, that is wrong.
 * @param faults by field; the file is not among them
 * @param isFileWrong whether the file is missing or cannot be sent
 */
export function firstFault(
  faults: { [Name in keyof AnsweredForm]?: unknown },
  questions: readonly AskedQuestion[],
  isFileWrong: boolean,
): keyof AnsweredForm | 'resume' | undefined {
  const above = ABOVE_RESUME.find((name) => faults[name])
  if (above) return above
  if (isFileWrong) return 'resume'
  return LINK_FIELDS.find((name) => faults[name]) ?? questions.map(firstAnswerField).find((name) => faults[name])
}

/** Whether a field is one of the links, which are folded away until they are wanted. */
export function isLink(name: string): boolean {
  return LINK_FIELDS.some((link) => link === name)
}
