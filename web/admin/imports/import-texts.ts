import type { Import, ImportCounts, ImportState, PlannedRow } from '../../../contract/imports/imports.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { formatCount } from '../../ui/text/format-count.ts'

/** What an import is called where its state is shown, and its colour. */
export const STATE_BADGES: Record<ImportState, { words: string; tone: BadgeTone }> = {
  draft: { words: 'not begun', tone: 'grey' },
  running: { words: 'under way', tone: 'blue' },
  done: { words: 'done', tone: 'green' },
  undoing: { words: 'being undone', tone: 'amber' },
  undone: { words: 'undone', tone: 'grey' },
  finished: { words: 'finished', tone: 'grey' },
}

/** What happens to a row, and its colour. */
export const OUTCOME_BADGES: Record<PlannedRow['outcome'], { words: string; tone: BadgeTone }> = {
  create: { words: 'new', tone: 'green' },
  duplicate: { words: 'here already', tone: 'grey' },
  fail: { words: 'not imported', tone: 'red' },
}

/** A number with its noun, such as `1 row` or `1,200 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** What an import would do, as sentences. */
export function describePlan({ plan, options, files }: Pick<Import, 'plan' | 'options' | 'files'>): string[] {
  if (!plan) return []
  const isSkipped = options?.duplicates === 'skip'
  return [
    `${counted(plan.creates, 'application')} will be made.`,
    ...(plan.duplicates > 0
      ? [
          `${counted(plan.duplicates, 'row is', 'rows are')} here already and ${isSkipped ? 'will be skipped' : 'will be filled in'}.`,
        ]
      : []),
    ...(plan.fails > 0 ? [`${counted(plan.fails, 'row')} cannot be imported.`] : []),
    ...(files
      ? [
          `${counted(plan.withFile, 'row has', 'rows have')} a file.${plan.unusedFiles > 0 ? ` ${counted(plan.unusedFiles, 'file belongs', 'files belong')} to no row.` : ''}`,
        ]
      : []),
  ]
}

/** What has become of the rows, each with its number. */
export function resultFigures(counts: ImportCounts): [string, number][] {
  return [
    ['New applications', counts.created],
    ['Filled in', counts.updated],
    ['Here already', counts.skipped],
    ['Not imported', counts.failed],
    ['Resumes', counts.files],
  ]
}

/** How many rows are done. */
export function settledRows({ created, updated, skipped, failed }: ImportCounts): number {
  return created + updated + skipped + failed
}
