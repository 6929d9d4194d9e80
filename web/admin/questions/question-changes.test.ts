import { expect, test } from 'vitest'
import type { Question } from '../../../contract/jobs/question.ts'
import { moved, NEW_QUESTION, withChoices, withKind, withMark, withoutBlankChoices } from './question-changes.ts'

const SHIFTS: Question = {
  ...NEW_QUESTION,
  text: 'Which shifts?',
  kind: 'several_of',
  choices: ['Days', 'Nights'],
  lookAtFirst: ['Nights'],
}

test('a choice that is rewritten keeps its mark, and one that is removed takes it along', () => {
  expect(withChoices(SHIFTS, ['Days', 'Night shifts']).lookAtFirst).toEqual(['Night shifts'])
  expect(withChoices(SHIFTS, ['Days']).lookAtFirst).toEqual([])
})

test('a choice that moves to another line takes its mark along', () => {
  expect(withChoices(SHIFTS, ['Nights', 'Days']).lookAtFirst).toEqual(['Nights'])
  const typed = ['D', 'Da', 'Days'].reduce((question, second) => withChoices(question, ['Nights', second]), SHIFTS)
  expect(typed).toMatchObject({ choices: ['Nights', 'Days'], lookAtFirst: ['Nights'] })
  expect(withChoices(SHIFTS, ['Nights', 'Weekends']).lookAtFirst).toEqual(['Nights'])
})

test('an answer has one mark at most', () => {
  const changed = withMark(SHIFTS, 'Nights', 'probably_not')
  expect(changed).toMatchObject({ lookAtFirst: [], probablyNot: ['Nights'] })
  expect(withMark(changed, 'Nights', null)).toMatchObject({ lookAtFirst: [], probablyNot: [] })
})

test('a kind without choices takes them and their marks away', () => {
  expect(withKind(SHIFTS, 'yes_no')).toMatchObject({ choices: [], lookAtFirst: [] })
  expect(withKind(SHIFTS, 'one_of')).toMatchObject({ choices: ['Days', 'Nights'], lookAtFirst: ['Nights'] })
})

test('an empty line is no choice, and a marked answer keeps its mark', () => {
  const typed = withChoices(SHIFTS, ['Days', '', 'Nights', ' '])
  expect(withoutBlankChoices(typed)).toEqual(SHIFTS)
})

test('a question moves up and down', () => {
  const list = ['a', 'b', 'c'].map((text) => ({ ...NEW_QUESTION, text }))
  const texts = (questions: Question[]) => questions.map(({ text }) => text).join('')
  expect(texts(moved(list, 0, 1))).toBe('bac')
  expect(texts(moved(list, 2, 1))).toBe('acb')
})
