import { expect, test } from 'vitest'
import { deleteQuestion } from './bulk-dialogs.tsx'

const named = (...names: string[]) => names.map((name) => ({ name }))

test('the question before a deletion says how many, and names up to three', () => {
  expect(deleteQuestion(named('Ana'))).toContain('this application (Ana)?')
  expect(deleteQuestion(named('Ana', 'Ben', 'Cleo'))).toContain('these 3 applications (Ana, Ben and Cleo)?')
  expect(deleteQuestion(named('Ana', 'Ben', 'Cleo', 'Dan'))).toContain('(Ana, Ben, Cleo and 1 more)?')
})
