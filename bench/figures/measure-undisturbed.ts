import { shareOfOthers } from './other-programs.ts'
import { type Measured, percent, takeFigures } from './print.ts'

/** The part of all cores that others may use, between 0 and 1: a twentieth is what a quiet machine does by itself. */
const MOST_OTHERS = 0.05

/**
 * Runs a section, and again when other programs disturbed it.
 * @returns the figures of the attempt that was disturbed least
 */
export async function measureUndisturbed(section: () => Promise<void>, mostAttempts: number): Promise<Measured> {
  const attempts: Measured[] = []
  while (attempts.length < mostAttempts) {
    const others = await shareOfOthers(section)
    attempts.push({ figures: takeFigures(), others })
    console.log(`  other programs used ${percent(others)} of the machine`)
    if (others <= MOST_OTHERS) break
    if (attempts.length < mostAttempts) console.log('  Disturbed: measuring again.')
  }
  return attempts.reduce((least, attempt) => (attempt.others < least.others ? attempt : least))
}
