import { keysOf } from '../wire/records.ts'

/**
 * How the columns of one field come together: one column alone; the first column that has a value, and the others are kept as feedback;
 * all columns one below the other.
 */
type Taking = 'one' | 'first' | 'all'

/** What a column of a table can become. */
type ImportFieldEntry = {
  label: string
  /** What is read of it, for the person who maps the columns. */
  hint: string
  takes: Taking
  /** Headers by which it is guessed: without case, spaces and punctuation. */
  headers: readonly string[]
}

/** Every field of an application that an import fills, in the order in which they are offered (`docs/decisions/0156`). */
export const IMPORT_FIELDS = {
  name: {
    label: 'Name',
    hint: 'The whole name',
    takes: 'one',
    headers: ['name', 'fullname', 'candidatename', 'candidate', 'applicant', 'applicantname', 'displayname'],
  },
  firstName: {
    label: 'First name',
    hint: 'Put before the last name',
    takes: 'one',
    headers: ['firstname', 'givenname'],
  },
  lastName: {
    label: 'Last name',
    hint: 'Put after the first name',
    takes: 'one',
    headers: ['lastname', 'surname', 'familyname'],
  },
  email: {
    label: 'Email',
    hint: 'Required. A second address is kept as feedback',
    takes: 'first',
    headers: ['email', 'emailaddress', 'email1', 'emails', 'candidateemail', '2ndemail', 'email2'],
  },
  phone: {
    label: 'Phone',
    hint: 'The first number; others are kept as feedback',
    takes: 'first',
    headers: [
      'phone',
      'phonenumber',
      'mobile',
      'mobilephone',
      'cellphone',
      'phonecell',
      'telephone',
      'homephone',
      'phonehome',
      'workphone',
    ],
  },
  job: {
    label: 'Position',
    hint: 'The title of a posting, its internal code, or its number such as JOB-0007',
    takes: 'one',
    headers: ['job', 'jobtitle', 'position', 'role', 'requisition', 'requisitionid', 'jobname', 'joborder', 'vacancy'],
  },
  status: {
    label: 'Status',
    hint: 'Each status of the other system becomes one of ours',
    takes: 'one',
    headers: ['status', 'stage', 'currentstage', 'milestone', 'pipelinestage', 'applicationstatus', 'candidatestage'],
  },
  appliedAt: {
    label: 'Applied at',
    hint: 'A day, or a day and a time; without it the day of the import',
    takes: 'one',
    headers: [
      'appliedat',
      'applied',
      'dateapplied',
      'applicationdate',
      'applieddate',
      'created',
      'createdat',
      'datecreated',
      'received',
      'receivedutc',
    ],
  },
  source: {
    label: 'Source',
    hint: 'Where the applicant found you',
    takes: 'one',
    headers: ['source', 'candidatesource', 'sourcename', 'channel'],
  },
  tags: {
    label: 'Tags',
    hint: 'Parted by commas or semicolons',
    takes: 'all',
    headers: ['tags', 'tag', 'labels', 'candidatetags'],
  },
  resume: {
    label: 'Resume file',
    hint: 'The name of a file in the ZIP archive. Without it the address is looked for in the names',
    takes: 'one',
    headers: ['resume', 'resumefile', 'resumefilename', 'cv', 'file', 'filename', 'attachment'],
  },
  linkedinUrl: {
    label: 'LinkedIn address',
    hint: 'What is no LinkedIn address is kept as feedback',
    takes: 'one',
    headers: ['linkedin', 'linkedinurl', 'linkedinaddress', 'linkedinprofile'],
  },
  portfolioUrl: {
    label: 'Portfolio address',
    hint: 'What is no address is kept as feedback',
    takes: 'one',
    headers: ['website', 'websites', 'portfolio', 'portfoliourl', 'portfolioaddress', 'url'],
  },
  note: {
    label: 'Note of the applicant',
    hint: 'What the applicant wrote, such as a cover letter',
    takes: 'all',
    headers: ['note', 'coverletter', 'coverlettertext', 'summary', 'message'],
  },
  feedback: {
    label: 'Feedback',
    hint: 'What colleagues wrote; the applicant does not see it',
    takes: 'all',
    headers: ['feedback', 'notes', 'miscnotes', 'comments', 'comment', 'keyskills', 'skills', 'quicknotes'],
  },
} as const satisfies Record<string, ImportFieldEntry>

/** A field of an application that an import fills. */
export type ImportField = keyof typeof IMPORT_FIELDS

/** All fields, in the order in which they are offered. */
export const IMPORT_FIELD_NAMES = keysOf(IMPORT_FIELDS)

/** What a header is compared by. */
export function headerKey(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The field that a header stands for by its name; null for none. */
export function fieldOfHeader(header: string): ImportField | null {
  const key = headerKey(header)
  return IMPORT_FIELD_NAMES.find((field) => (IMPORT_FIELDS[field].headers as readonly string[]).includes(key)) ?? null
}
