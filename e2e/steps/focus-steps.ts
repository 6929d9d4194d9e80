import type { Page } from '@playwright/test'
import { expect } from './site.ts'

/** Expects that something has the focus: a keyboard that has lost its place begins at the top of the page. */
export async function expectFocusKept(page: Page, what: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), `${what}: the focus`).not.toBe('BODY')
}

/**
 * Expects that the open dialog begins where a person does: a form at its first field that is empty or marked, or at a control
 * before it, and with all of them filled at the next step; a question not at what it warns of.
 */
export async function expectFocusAtStart(page: Page, what: string): Promise<void> {
  await expect.poll(() => page.evaluate(faultOfFocus), `${what}: where the dialog begins`).toBe('')
}

/** In the page: what is wrong with the focus in its open dialog; nothing without one. */
function faultOfFocus(): string {
  const dialog = [...document.querySelectorAll('[role=dialog]:not([aria-hidden=true])')].at(-1)
  const focused = document.activeElement
  if (!dialog) return ''
  if (!(focused instanceof HTMLElement && dialog.contains(focused))) return 'outside'
  const fields = [...dialog.querySelectorAll<HTMLInputElement>('form :is(input, select, textarea)')].filter(
    (field) => field.checkVisibility() && field.tabIndex >= 0 && field.type !== 'hidden',
  )
  if (fields.length === 0) return /delete|discard|erase|withdraw|revoke|anyway/i.test(focused.innerText) ? 'at it' : ''
  if (!focused.closest('form') && focused.getAttribute('type') !== 'submit') return `at ${focused.outerHTML}`
  const isMarked = fields.some((field) => field.ariaInvalid)
  return fields
    .filter((field) => field.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING)
    .filter(({ value, ariaRequired, ariaInvalid }) => (isMarked ? ariaInvalid : value === '' && ariaRequired))
    .map(({ name, labels }) => `after ${labels?.[0]?.innerText ?? name}`)
    .join(', ')
}
