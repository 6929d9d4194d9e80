import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './site.ts'

/** Expects that axe finds nothing: everything in light; in dark only what depends on colour. */
export async function expectNoViolations(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolationsAsShown(page, `${what} in light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await colorsSettled(page)
  const contrast = new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block'])
  expect(await violations(contrast), `${what} in dark`).toEqual([])
}

/** Expects that axe finds nothing at all in the colours that are shown. */
export async function expectNoViolationsAsShown(page: Page, what: string): Promise<void> {
  await colorsSettled(page)
  expect(await violations(new AxeBuilder({ page })), what).toEqual([])
}

async function violations(axe: AxeBuilder): Promise<string[]> {
  // In the page itself: the other way opens a page of its own for each run, and is needed only for frames.
  const found = (await axe.setLegacyMode().analyze()).violations
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Axe must not measure a colour that is still changing. */
async function colorsSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
}

/** Expects that nothing overflows the page or an open dialog sideways at any of these widths. */
export async function expectNoOverflow(
  page: Page,
  what: string,
  widths: number[] = [320, 390, 768, 1440, 2560],
): Promise<void> {
  for (const width of widths) {
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
 * Buttons, menu entries, and links that stand by themselves, that are lower than a thumb needs; links in text and
 * headings may be.
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
