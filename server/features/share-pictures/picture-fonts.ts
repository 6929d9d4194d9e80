import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { createFontMetrics, type FontMetrics } from './font-metrics.ts'

/** The fonts of share pictures. */
export type PictureFonts = {
  /** Absolute paths, for the renderer. */
  files: string[]
  /** Widths in the heavier weight, which bounds the lighter one. */
  metrics: FontMetrics
}

/** The site's own typeface, as whole fonts: the renderer reads no WOFF2, and no subsets. */
const HEAVY = [
  import.meta.resolve('@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf'),
  import.meta.resolve('@expo-google-fonts/ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold.ttf'),
  import.meta.resolve('@expo-google-fonts/ibm-plex-sans-hebrew/600SemiBold/IBMPlexSansHebrew_600SemiBold.ttf'),
].map((url) => fileURLToPath(url))
const REGULAR = [
  import.meta.resolve('@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/ibm-plex-sans-hebrew/400Regular/IBMPlexSansHebrew_400Regular.ttf'),
].map((url) => fileURLToPath(url))

/** Finds the fonts and opens the heavier ones. Their library is loaded on first use, which keeps the start fast. */
export async function loadPictureFonts(): Promise<PictureFonts> {
  const { create } = await import('fontkit')
  const heavy = await Promise.all(HEAVY.map(async (file) => create(await readFile(file)) as Font))
  return { files: [...HEAVY, ...REGULAR], metrics: createFontMetrics(heavy) }
}
