import { expect, test } from 'vitest'
import { askToDelete } from './bulk-texts.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

test('the question before a deletion says how many, and names up to three', () => {
  expect(askToDelete(named('Ana'))).toContain('this application (Ana)?')
  expect(askToDelete(named('Ana', 'Ben', 'Cleo'))).toContain('these 3 applications (Ana, Ben and Cleo)?')
  expect(askToDelete(named('Ana', 'Ben', 'Cleo', 'Dan'))).toContain('(Ana, Ben, Cleo and 1 more)?')
})
