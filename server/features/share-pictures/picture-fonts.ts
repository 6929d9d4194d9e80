import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type FontMetrics, readFontMetrics } from './font-metrics.ts'

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

/** Finds the fonts and reads their widths. */
export async function loadPictureFonts(): Promise<PictureFonts> {
  const heavy = await Promise.all(HEAVY.map(async (file) => readFontMetrics(await readFile(file))))
  // The first font that has a character draws it.
  const metrics = new Map(heavy.toReversed().flatMap((font) => [...font]))
  return { files: [...HEAVY, ...REGULAR], metrics }
}
