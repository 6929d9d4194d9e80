import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { median } from '../figures/rounds.ts'
import type { Interaction } from './trace-interactions.ts'

/** Between two keys of someone who types fast, in milliseconds. */
export const KEY_MS = 80
/** After which a page does nothing more, in milliseconds. */
export const SETTLE_MS = 700

const CATEGORIES = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline']

/** Traces what a page does during an act and until it has settled. */
export async function traced(browser: Browser, page: Page, act: () => Promise<void>): Promise<Buffer> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await wait(SETTLE_MS)
  await act()
  return browser.stopTracing()
}

/** The middle and the worst of several interactions, on the clock and in processor time, and their longest task. */
export function summarise(interactions: Interaction[] = []) {
  const totals = interactions.map(({ total }) => total)
  const processor = interactions.map((one) => one.processor)
  return {
    middle: median(totals),
    worst: Math.max(...totals),
    longest: Math.max(...interactions.map(({ longestTask }) => longestTask)),
    processor: { middle: median(processor), worst: Math.max(...processor) },
  }
}

/** A time as the figures show it. */
export function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
