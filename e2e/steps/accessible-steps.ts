import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './site.ts'

/** From the narrowest phone to a wide screen, in pixels. */
const WIDTHS = [320, 390, 768, 1440, 2560]

/** The window of a common phone, in pixels. */
export const PHONE = { width: 390, height: 844 }

/** The short edition: a page reads it in two thirds of the time. */
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

/** Expects that nothing overflows the page or an open dialog sideways at any width. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const excess = () =>
      page.evaluate(() => {
        const inDialog = [...document.querySelectorAll('[role=dialog], [role=dialog] > *')]
        const excesses = inDialog.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
        return Math.max(document.documentElement.scrollWidth - window.innerWidth, ...excesses)
      })
    await expect.poll(excess, `${what} at ${width} px`).toBeLessThanOrEqual(0)
  }
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

/**
 * Expects an accessible page: colors, names, roles, groups, touch targets, and no horizontal overflow. Restores the
 * viewport.
 */
export async function expectUsable(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  await expectNoViolations(page, what)
  expect(await namelessGroups(page), what).toEqual([])
  await expectNoOverflow(page, what)
  await page.setViewportSize(PHONE)
  expect(await lowTargets(page), `${what} on a phone`).toEqual([])
  if (before) await page.setViewportSize(before)
}
