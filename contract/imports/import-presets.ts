import { keysOf } from '../wire/records.ts'
import type { ImportField } from './import-fields.ts'
import type { ImportedState } from './imported-states.ts'

/** How the days of a file are written: month first, day first, or year first. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd'] as const
/** See {@link DATE_ORDERS}. */
export type DateOrder = (typeof DATE_ORDERS)[number]

/** What is known of the file of another system: `docs/decisions/0156` says from where. */
type Preset = {
  label: string
  /** Headers of which one list is in such a file whole, by which it is recognised. */
  knownBy: readonly (readonly string[])[]
  /** What its columns become, where their names alone do not tell. Null leaves one out. */
  columns: Readonly<Record<string, ImportField | null>>
  /** What its statuses become, in lower case. */
  statuses: Readonly<Record<string, ImportedState>>
  dateOrder: DateOrder
}

/** The systems whose files are known. */
export const IMPORT_PRESETS = {
  opencats: {
    label: 'OpenCATS',
    knownBy: [
      ['candidateID', 'lastName', 'firstName', 'email1'],
      ['First Name', 'Last Name', 'E-Mail', 'Key Skills'],
      ['First Name', 'Last Name', 'E-Mail', 'Cell Phone'],
    ],
    columns: {
      candidateID: null,
      'E-Mail': 'email',
      '2nd E-Mail': 'email',
      phoneCell: 'phone',
      phoneHome: 'phone',
      'Web Site': 'portfolioUrl',
      'Misc Notes': 'feedback',
      'Key Skills': 'feedback',
      keySkills: 'feedback',
      Address: 'feedback',
      City: 'feedback',
      State: 'feedback',
      Zip: 'feedback',
      'Current Employer': 'feedback',
      'Current Pay': 'feedback',
      'Desired Pay': 'feedback',
      'Can Relocate': 'feedback',
      Available: 'feedback',
      Owner: null,
      Created: 'appliedAt',
      Modified: null,
    },
    statuses: {
      'no contact': 'pending',
      'no status': 'pending',
      contacted: 'reviewing',
      'candidate responded': 'reviewing',
      qualifying: 'reviewing',
      submitted: 'reviewing',
      interviewing: 'interview',
      offered: 'interview',
      'not in consideration': 'rejected',
      'client declined': 'rejected',
      placed: 'hired',
    },
    dateOrder: 'mdy',
  },
  reqcore: {
    label: 'reqcore',
    knownBy: [
      ['first_name', 'last_name', 'email', 'job_title', 'status'],
      ['first_name', 'last_name', 'email', 'quick_notes'],
    ],
    columns: {
      first_name: 'firstName',
      last_name: 'lastName',
      display_name: null,
      job_title: 'job',
      cover_letter_text: 'note',
      notes: 'feedback',
      quick_notes: 'feedback',
      created_at: 'appliedAt',
      storage_key: 'resume',
      original_filename: null,
      gender: null,
      date_of_birth: null,
    },
    statuses: {
      new: 'pending',
      screening: 'reviewing',
      interview: 'interview',
      offer: 'interview',
      hired: 'hired',
      rejected: 'rejected',
    },
    dateOrder: 'ymd',
  },
  greenhouse: {
    label: 'Greenhouse',
    knownBy: [
      ['First Name', 'Last Name', 'Email', 'Who gets credit'],
      ['First Name', 'Last Name', 'Job', 'Milestone'],
      ['First Name', 'Last Name', 'Email', 'Social Media'],
    ],
    columns: {
      'Social Media': 'linkedinUrl',
      Website: 'portfolioUrl',
      Company: 'feedback',
      Title: 'feedback',
      Address: 'feedback',
      Notes: 'feedback',
      'Who gets credit': null,
      Department: null,
      Office: null,
      Milestone: 'status',
    },
    statuses: {
      application: 'pending',
      assessment: 'reviewing',
      'face to face': 'interview',
      offer: 'interview',
      hired: 'hired',
      rejected: 'rejected',
    },
    dateOrder: 'mdy',
  },
  workable: {
    label: 'Workable',
    knownBy: [
      ['Name', 'Email', 'Stage', 'Headline'],
      ['First Name', 'Last Name', 'Email', 'Headline'],
      ['Candidate name', 'Email', 'Job', 'Stage'],
    ],
    columns: {
      Headline: 'feedback',
      Address: 'feedback',
      Disqualified: null,
      'Disqualification reason': 'feedback',
      Comments: 'feedback',
      'Cover letter': 'note',
      Summary: 'note',
      Department: null,
    },
    statuses: {
      sourced: 'pending',
      applied: 'pending',
      'phone screen': 'reviewing',
      assessment: 'reviewing',
      interview: 'interview',
      offer: 'interview',
      hired: 'hired',
      disqualified: 'rejected',
    },
    dateOrder: 'mdy',
  },
  'json-resume': {
    label: 'JSON Resume',
    knownBy: [['name', 'email', 'phone', 'url', 'linkedin', 'summary', 'json resume']],
    columns: { name: 'name', url: 'portfolioUrl', linkedin: 'linkedinUrl', summary: 'note', 'json resume': null },
    statuses: {},
    dateOrder: 'ymd',
  },
} as const satisfies Record<string, Preset>

/** A system whose files are known. */
export type ImportPreset = keyof typeof IMPORT_PRESETS

/** The names of all presets. */
export const IMPORT_PRESET_NAMES = keysOf(IMPORT_PRESETS)

/** What is known of the files of a system. */
export function presetOf(name: ImportPreset): Preset {
  return IMPORT_PRESETS[name]
}
