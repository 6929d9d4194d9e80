import type { Page } from '@playwright/test'
import { expect } from './site.ts'

/**
 * Expects that of the buttons that can be seen at once, on the page or in the dialog that is open, at most one is filled:
 * the next step, which never deletes.
 */
export async function expectOneFilledButton(page: Page, what: string): Promise<void> {
  const { together, destructive } = await page.evaluate(filledButtons)
  expect(together, `${what}: filled and in sight together`).toEqual([])
  expect(destructive, `${what}: filled, and destructive`).toEqual([])
}

/** In the page: the faults of its filled buttons, as they are painted. A choice that is on (`aria-pressed`) is no step. */
function filledButtons(): { together: string[]; destructive: string[] } {
  const probe = document.body.appendChild(document.createElement('i'))
  const fills = ['--accent', '--accent-strong', '--signal-red'].map((token) => {
    probe.style.backgroundColor = `var(${token})`
    return getComputedStyle(probe).backgroundColor
  })
  probe.remove()
  const dialogs = document.querySelectorAll('[role=dialog]:not([aria-hidden=true])')
  const region = [...dialogs].at(-1) ?? document.body
  const filled = [
    ...region.querySelectorAll<HTMLElement>('button:not([aria-pressed]), a[href], summary, [type=submit]'),
  ]
    .filter((button) => button.checkVisibility() && fills.includes(getComputedStyle(button).backgroundColor))
    .map((button) => ({ says: button.innerText.trim(), box: button.getBoundingClientRect() }))
    // A link that leads past the navigation is above the page until it has the focus.
    .filter(({ box }) => box.bottom + window.scrollY > 0)
    .toSorted((one, other) => one.box.top - other.box.top)
  const next = filled.slice(1).map((below, index) => ({ below, above: filled[index] as typeof below }))
  return {
    together: next
      .filter(({ above, below }) => below.box.bottom - above.box.top < window.innerHeight)
      .map(({ above, below }) => `${above.says} and ${below.says}`),
    destructive: filled.map(({ says }) => says).filter((says) => /delete|discard|erase|withdraw|revoke/i.test(says)),
  }
}
