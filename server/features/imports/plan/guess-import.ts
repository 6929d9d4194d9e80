import {
  fieldOfHeader,
  headerKey,
  IMPORT_FIELDS,
  type ImportField,
} from '../../../../contract/imports/import-fields.ts'
import { IMPORT } from '../../../../contract/imports/import-limits.ts'
import { IMPORT_PRESET_NAMES, type ImportPreset, presetOf } from '../../../../contract/imports/import-presets.ts'
import type { ImportedState } from '../../../../contract/imports/imported-states.ts'
import type { ImportOptions } from '../../../../contract/imports/imports.ts'
import { findKnownJob, type KnownJobs } from './known-jobs.ts'
import { guessDateOrder } from './read-date.ts'

/** Words of a status of another system, and what it is here; the first that fits. */
const STATUS_WORDS: readonly (readonly [RegExp, ImportedState])[] = [
  [/withdr[ae]w|opted? out|self.?reject|zurückgezogen/i, 'withdrawn'],
  [/reject|declin|refus|disqualif|not (in|a|under) |unsuccessful|no.?hire|unqualified|abgesagt|absage/i, 'rejected'],
  [/hired|placed|joined|onboard|accepted|started|eingestellt/i, 'hired'],
  [/interview|offer|face to face|on.?site|gespräch/i, 'interview'],
  [/archiv|closed|inactive/i, 'archived'],
  [/review|screen|assess|contact|qualif|submitted|shortlist|evaluat|test|phone|respond|consider/i, 'reviewing'],
]

/** What a status of another system is here, as far as its words tell. */
export function guessState(text: string, preset: ImportPreset | null): ImportedState {
  const known = preset === null ? undefined : presetOf(preset).statuses[text.trim().toLowerCase()]
  return known ?? STATUS_WORDS.find(([words]) => words.test(text))?.[1] ?? 'pending'
}

/** The preset whose headers a table has, all of one list. */
export function guessPreset(headers: readonly string[]): ImportPreset | null {
  const keys = new Set(headers.map(headerKey))
  const isOf = (name: ImportPreset) =>
    presetOf(name).knownBy.some((list) => list.every((header) => keys.has(headerKey(header))))
  return IMPORT_PRESET_NAMES.find(isOf) ?? null
}

/** What the columns of a table become: as the preset says, and otherwise by their names. A field that takes one column gets the first. */
export function guessColumns(headers: readonly string[], preset: ImportPreset | null): (ImportField | null)[] {
  const known = new Map(
    preset === null
      ? []
      : Object.entries(presetOf(preset).columns).map(([header, field]) => [headerKey(header), field]),
  )
  const taken = new Set<ImportField>()
  return headers.map((header) => {
    const key = headerKey(header)
    const field = known.has(key) ? (known.get(key) ?? null) : fieldOfHeader(header)
    if (field === null) return null
    if (IMPORT_FIELDS[field].takes !== 'one') return field
    if (taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** What a table has in the columns of its statuses, positions and dates: each text once, the first of them. */
export type DistinctTexts = { statuses: string[]; jobs: string[]; dates: string[] }

/** Gathers {@link DistinctTexts} while rows are read. */
export function gatherTexts(columns: readonly (ImportField | null)[]) {
  const texts = { status: new Set<string>(), job: new Set<string>(), appliedAt: new Set<string>() }
  return {
    add: (cells: readonly string[]): void => {
      for (const field of ['status', 'job', 'appliedAt'] as const) {
        const text = cells[columns.indexOf(field)]?.trim() ?? ''
        if (text !== '' && texts[field].size < IMPORT.mapped) texts[field].add(text)
      }
    },
    texts: (): DistinctTexts => ({
      statuses: [...texts.status],
      jobs: [...texts.job],
      dates: [...texts.appliedAt],
    }),
  }
}

/** What an import does unless its owner says otherwise. */
export function guessOptions(
  preset: ImportPreset | null,
  columns: (ImportField | null)[],
  { statuses, jobs, dates }: DistinctTexts,
  known: KnownJobs,
): ImportOptions {
  return {
    columns,
    statuses: statuses.map((text) => ({ text, state: guessState(text, preset) })),
    jobs: jobs.map((text) => ({ text, jobId: findKnownJob(known, text) })),
    dateOrder: guessDateOrder(dates, preset === null ? 'mdy' : presetOf(preset).dateOrder),
    duplicates: 'skip',
  }
}
