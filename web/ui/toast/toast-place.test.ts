import { describe, expect, test } from 'vitest'
import { freePlace } from './toast-place.ts'

const TOAST = { left: 1000, right: 1420, top: 820, bottom: 900 }

describe('the place of a toast', () => {
  test('is the end of the screen where nothing is to be kept clear', () => {
    expect(freePlace(TOAST, [])).toBe(0)
    expect(freePlace(TOAST, [{ left: 0, right: 1000, top: 840, bottom: 900 }])).toBe(0)
  })

  test('is above a bar of actions, and above what has the focus over that', () => {
    const bar = { left: 0, right: 1440, top: 850, bottom: 900 }
    const field = { left: 1020, right: 1400, top: 740, bottom: 840 }
    expect(freePlace(TOAST, [bar])).toBe(50)
    expect(freePlace(TOAST, [field, bar])).toBe(160)
  })

  test('is the top of the screen where a menu takes all of it', () => {
    const menu = { left: 1000, right: 1440, top: 60, bottom: 900 }
    expect(freePlace(TOAST, [], [menu])).toBe(TOAST.top)
    expect(freePlace(TOAST, [], [{ ...menu, bottom: 400 }])).toBe(0)
    expect(freePlace(TOAST, [], [{ ...menu, top: 400 }])).toBe(500)
  })

  test('is the end of the screen where no place is free', () => {
    expect(freePlace(TOAST, [{ left: 0, right: 1440, top: 60, bottom: 880 }])).toBe(0)
  })
})
