import { expect, test } from 'vitest'
import { closeTopDialog, registerOpenDialog } from './open-dialogs.ts'

test('the dialog that was opened last is closed, and only an open one', () => {
  const closed: string[] = []
  const forgetFirst = registerOpenDialog(() => closed.push('first'))
  const forgetSecond = registerOpenDialog(() => closed.push('second'))
  expect(closeTopDialog()).toBe(true)
  forgetSecond()
  expect(closeTopDialog()).toBe(true)
  forgetFirst()
  expect(closeTopDialog()).toBe(false)
  expect(closed).toEqual(['second', 'first'])
})
