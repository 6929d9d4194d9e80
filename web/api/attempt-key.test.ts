import { expect, test } from 'vitest'
import { createAttemptKey } from './attempt-key.ts'

const fields = { name: 'Ada' }
const file = new File(['cv'], 'cv.pdf', { lastModified: 1 })

test('an unchanged submission keeps its key', () => {
  const attempt = createAttemptKey()
  expect(attempt.keyFor({ ...fields }, file)).toBe(attempt.keyFor(fields, file))
})

test('a changed field or another file gets a new key', () => {
  const attempt = createAttemptKey()
  const first = attempt.keyFor(fields, file)
  const second = attempt.keyFor({ name: 'Eva' }, file)
  const third = attempt.keyFor({ name: 'Eva' }, new File(['cv2'], 'cv.pdf', { lastModified: 2 }))
  expect(new Set([first, second, third]).size).toBe(3)
})

test('after a success even the same content is a new submission', () => {
  const attempt = createAttemptKey()
  const first = attempt.keyFor(fields, file)
  attempt.renew()
  expect(attempt.keyFor(fields, file)).not.toBe(first)
})
