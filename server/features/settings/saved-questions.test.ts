import { expect, test } from 'vitest'
import { settingsSchema } from '../../../contract/settings.ts'
import { question } from '../../../test/questions.ts'

test('two saved questions with the same text are refused, because they could not be told apart', () => {
  const { error } = settingsSchema.safeParse({ savedQuestions: [question(), question({ kind: 'long_text' })] })
  expect(error?.issues.map(({ path, message }) => [...path, message])).toEqual([
    ['savedQuestions', 'Save each question once'],
  ])
})
