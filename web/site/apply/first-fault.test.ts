import { expect, test } from 'vitest'
import type { AskedQuestion } from '../../../contract/jobs/question.ts'
import { firstFault } from './first-fault.ts'

const WRONG = { message: 'Wrong' }

test.each([
  [{ phone: WRONG, linkedinUrl: WRONG }, true, 'phone'],
  [{ linkedinUrl: WRONG, 'answer-q1': WRONG }, true, 'resume'],
  [{ 'answer-q1': WRONG, linkedinUrl: WRONG }, false, 'linkedinUrl'],
  [{ 'answer-q1': WRONG }, false, 'answer-q1'],
  [{}, false, undefined],
])('of the faults %j, with a wrong file: %s, the first on the screen is %s', (faults, isFileWrong, first) => {
  const asked: AskedQuestion = { id: 'q1', text: 'Why?', kind: 'short_text', isRequired: true, choices: [] }
  expect(firstFault(faults, [asked], isFileWrong)).toBe(first)
})
