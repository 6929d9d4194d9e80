import type { QuestionAnswer } from '../../../../contract/application.ts'

/** The answers of an application as a text file, with their questions; empty without any. */
export function formatAnswers(answers: readonly QuestionAnswer[]): string {
  return answers.map(({ question, answer }) => `${question}\r\n${inLines(answer)}\r\n`).join('\r\n')
}

function inLines(answer: readonly string[]): string {
  return answer.length === 0 ? 'No answer' : answer.join('\n').replaceAll('\n', '\r\n')
}
