import { choicesOf, hasChoices, type Question } from '../../../contract/jobs/question.ts'
import type { AnswerMark, QuestionKind } from '../../../contract/jobs/question-kinds.ts'

/** A question without a text. */
export const NEW_QUESTION: Question = {
  text: '',
  kind: 'short_text',
  isRequired: false,
  choices: [],
  lookAtFirst: [],
  probablyNot: [],
}

/** The questions in the form, which holds them as JSON. */
export function parseQuestions(json: string): Question[] {
  return JSON.parse(json)
}

/** The questions in the form, as they are sent. */
export function completeQuestions(json: string): Question[] {
  return parseQuestions(json).map(withoutBlankChoices)
}

/** Without the empty lines of the field in which choices are typed. */
export function withoutBlankChoices(question: Question): Question {
  const written = question.choices.filter((choice) => choice.trim() !== '')
  return written.length === question.choices.length ? question : { ...question, choices: written }
}

/** Another kind keeps the choices only where it offers any. */
export function withKind(question: Question, kind: QuestionKind): Question {
  return pruned({ ...question, kind, choices: hasChoices({ kind }) ? question.choices : [] })
}

/** Other choices: each keeps its mark wherever it moves, and one that was only rewritten keeps that of its line. */
export function withChoices(question: Question, choices: string[]): Question {
  const before = question.choices
  const sourceOf = (choice: string, index: number) => {
    const ofLine = before[index] ?? ''
    const isRewritten = choices.length === before.length && !before.includes(choice) && !choices.includes(ofLine)
    return isRewritten ? ofLine : choice
  }
  const kept = (marked: readonly string[]) => choices.filter((choice, at) => marked.includes(sourceOf(choice, at)))
  return { ...question, choices, lookAtFirst: kept(question.lookAtFirst), probablyNot: kept(question.probablyNot) }
}

/** Another mark on one answer. */
export function withMark(question: Question, answer: string, mark: AnswerMark | null): Question {
  const others = (marked: readonly string[]) => marked.filter((each) => each !== answer)
  const lookAtFirst = others(question.lookAtFirst)
  const probablyNot = others(question.probablyNot)
  if (mark === 'look_at_first') lookAtFirst.push(answer)
  if (mark === 'probably_not') probablyNot.push(answer)
  return { ...question, lookAtFirst, probablyNot }
}

/** What the question says about an answer. */
export function markOf({ lookAtFirst, probablyNot }: Question, answer: string): AnswerMark | null {
  if (lookAtFirst.includes(answer)) return 'look_at_first'
  return probablyNot.includes(answer) ? 'probably_not' : null
}

/** The list with the question at `from` at the position `to`. */
export function moved(questions: readonly Question[], from: number, to: number): Question[] {
  const others = questions.toSpliced(from, 1)
  return others.toSpliced(to, 0, ...questions.slice(from, from + 1))
}

/** Without marks on answers that are not offered. */
function pruned(question: Question): Question {
  const isOffered = (answer: string) => choicesOf(question).includes(answer)
  return {
    ...question,
    lookAtFirst: question.lookAtFirst.filter(isOffered),
    probablyNot: question.probablyNot.filter(isOffered),
  }
}
