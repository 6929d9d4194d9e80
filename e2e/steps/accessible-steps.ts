import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expectOneFilledButton } from './button-steps.ts'
import { expect } from './site.ts'

/** From the narrowest phone to a wide screen, in pixels. */
const WIDTHS = [320, 390, 768, 1440, 2560]

/** The window of a common phone, in pixels. */
export const PHONE = { width: 390, height: 844 }

/** The short version: a page reads it in two thirds of the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Expects that axe finds nothing: everything in light; in dark only what depends on colour. */
export async function expectNoViolations(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolationsAsShown(page, `${what} in light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await colorsSettled(page)
  expect(await violations(page, ['color-contrast', 'link-in-text-block']), `${what} in dark`).toEqual([])
}

/** Expects that axe finds nothing at all in the colours that are shown. */
export async function expectNoViolationsAsShown(page: Page, what: string): Promise<void> {
  await colorsSettled(page)
  expect(await violations(page), what).toEqual([])
}

/**
 * Runs axe in the page, with all rules or these. Returns only violations: transferring the rest takes longer than the
 * analysis.
 */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const found = await page.evaluate(async (chosen) => (await window.axe.run(chosen)).violations, options)
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Wait for color transitions: axe must not measure a changing color. In a closed `details` they never end. */
async function colorsSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const isShown = ({ effect }: Animation) =>
      !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility({ contentVisibilityAuto: true }) !== false
    const running = document.getAnimations().filter(isShown)
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
}

/** Expects that nothing overflows sideways at these widths: the page wherever it is scrolled to, a dialog, or a part of both. */
export async function expectNoOverflow(page: Page, what: string, widths = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate(overflows), `${what} at ${width} px`).toEqual([])
  }
}

/**
 * In the page: what is wider than its box, with the element that makes it so. Parts that are made to scroll can be reached
 * by keyboard, and do not count: a row of tabs, the counts of the dashboard, the stages of a board on a tablet, or a part with a name.
 */
async function overflows(): Promise<string[]> {
  const { documentElement: root } = document
  const found = new Set<string>()
  const note = (what: string, box: Element) => {
    const excess = box.scrollWidth - box.clientWidth
    if (excess <= 0) return
    const edge = box.getBoundingClientRect().left + box.clientLeft + box.scrollWidth - 1
    const reaches = (element: Element) => element.getBoundingClientRect().right >= edge
    const beyond = [...box.querySelectorAll('*')].find((one) => reaches(one) && ![...one.children].some(reaches))
    found.add(`${what}: ${excess} px by ${beyond?.outerHTML.slice(0, 200) ?? 'a pseudo-element'}`)
  }
  for (const box of document.querySelectorAll('[role=dialog], [role=dialog] > *')) note('the dialog', box)
  for (const box of document.querySelectorAll(
    'body *:not(input, textarea, [tabindex="0"], [role=tablist], .board, .stat-line)',
  )) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowX)) note(box.outerHTML.slice(0, 80), box)
  }
  // What moves with the reading position is elsewhere at each.
  const before = window.scrollY
  for (let top = 0; ; top += 800) {
    window.scrollTo({ top, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
    note('the page', root)
    if (top + root.clientHeight >= root.scrollHeight) break
  }
  window.scrollTo({ top: before, behavior: 'instant' })
  return [...found]
}

/**
 * Buttons, menu items and standalone links lower than a touch target; links in text and headings may be.
 */
export async function lowTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isInSentence = (element: Element) =>
      element.tagName === 'A' && element.parentElement?.textContent?.trim() !== element.textContent?.trim()
    return [...document.querySelectorAll<HTMLElement>('button, a[href], [role=menuitem]')]
      .filter((element) => element.checkVisibility() && !element.closest('p, h1, h2, h3') && !isInSentence(element))
      .filter((element) => element.getBoundingClientRect().height < 44)
      .map((element) => `${location.pathname} ${element.textContent}: ${element.getBoundingClientRect().height} px`)
  })
}

/** Groups, forms and dialogs without a name, which axe accepts. */
async function namelessGroups(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot()
  return tree.split('\n').filter((line) => /^\s*- (group|radiogroup|form|dialog|region)(:|$)/.test(line))
}

/** Expects an accessible page: colors, names, roles, groups, targets and what is filled. Restores the viewport. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  await expectNoViolations(page, what)
  await expectTargets(page, what)
  expect(await namelessGroups(page), what).toEqual([])
  await page.setViewportSize(PHONE)
  await expectTargets(page, `${what} on a phone`)
  expect(await lowTargets(page), `${what} on a phone`).toEqual([])
  if (before) await page.setViewportSize(before)
}

/** Expects targets of at least 24 px, or as far apart (WCAG 2.5.8; axe itself leaves that out), and one filled button. */
async function expectTargets(page: Page, what: string): Promise<void> {
  expect(await violations(page, ['target-size']), what).toEqual([])
  await expectOneFilledButton(page, what)
}

/** Expects an accessible page that does not overflow sideways. Restores the viewport. */
export async function expectUsable(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  await expectAccessible(page, what)
  await expectNoOverflow(page, what)
  if (before) await page.setViewportSize(before)
}
