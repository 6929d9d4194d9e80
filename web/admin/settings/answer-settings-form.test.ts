import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, settingsSchema } from '../../../contract/site/settings.ts'
import { withTyped } from './answer-settings-form.ts'

const STORED = { ...DEFAULT_SETTINGS, embeddingSites: ['https://www.example.com'] }

test('what was typed replaces its own setting alone, whatever another admin has stored meanwhile', () => {
  const theirs = { ...STORED, answerWithinDays: 4, digest: { ...STORED.digest, time: '09:30' } }
  const typed = { decisionMessages: { hired: 'always' }, digest: { isOn: false } } as const
  expect(withTyped(theirs, typed)).toEqual({
    ...theirs,
    decisionMessages: { ...STORED.decisionMessages, hired: 'always' },
    digest: { ...theirs.digest, isOn: false },
  })
})

test('an empty number of days is refused, and not read as 0', () => {
  const { error } = settingsSchema.safeParse(withTyped(STORED, { answerWithinDays: ' ' }))
  expect(error?.issues.map(({ message }) => message)).toEqual(['Enter a whole number of days'])
})
