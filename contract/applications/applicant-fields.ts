import { MAXIMUM } from '../wire/limits.ts'
import { keysOf } from '../wire/records.ts'

/** The words by which a search finds a field: of a text, of a phone number in its parts, of an address without its scheme. */
export type SearchedAs = 'text' | 'phone' | 'address'

/** What every field has. */
type Common = {
  /** In the table of applications. */
  column: string
  /** Of its control. */
  label: string
  /** Largest accepted length, in characters. */
  maximum: number
  searchedAs: SearchedAs
  /** Whether an application may be stored without it. */
  isNullable: boolean
}

/** Identifies the applicant: one line, required in every public form. */
type PersonEntry = Common & { kind: 'person'; type?: 'email' | 'tel'; autoComplete: string; isWide?: true }

/** An optional text of several lines, in the application form. */
type TextEntry = Common & { kind: 'text'; isNullable: true }

/** An optional address of a profile or of work, folded away in the application form until it is wanted. */
export type LinkEntry = Common & {
  kind: 'link'
  isNullable: true
  /** Where the address is shown. */
  shortLabel: string
  /** In the sentence that unfolds the links. */
  mention: string
  /** Message for what is no such address. */
  fault: string
  /** The only domain that such an address has; absent where it may have any. */
  domain?: string
}

/**
 * Every field that an applicant fills in, in the order of the form. From its entry come the schemas (`applicant-schemas.ts`),
 * both forms and the order of their faults, the column, the fingerprint, the search, and all that shows an application.
 */
export const APPLICANT_FIELDS = {
  name: {
    kind: 'person',
    column: 'name',
    label: 'Name',
    autoComplete: 'name',
    isWide: true,
    maximum: MAXIMUM.name,
    searchedAs: 'text',
    isNullable: false,
  },
  email: {
    kind: 'person',
    column: 'email',
    label: 'Email',
    type: 'email',
    autoComplete: 'email',
    maximum: MAXIMUM.email,
    searchedAs: 'text',
    isNullable: false,
  },
  phone: {
    kind: 'person',
    column: 'phone',
    label: 'Phone',
    type: 'tel',
    autoComplete: 'tel',
    maximum: MAXIMUM.phone,
    searchedAs: 'phone',
    isNullable: true,
  },
  note: { kind: 'text', column: 'note', label: 'Note', maximum: MAXIMUM.note, searchedAs: 'text', isNullable: true },
  linkedinUrl: {
    kind: 'link',
    column: 'linkedin_url',
    label: 'LinkedIn address',
    shortLabel: 'LinkedIn',
    mention: 'LinkedIn',
    fault: 'Please enter a LinkedIn address, such as https://www.linkedin.com/in/your-name',
    domain: 'linkedin.com',
    maximum: MAXIMUM.webAddress,
    searchedAs: 'address',
    isNullable: true,
  },
  portfolioUrl: {
    kind: 'link',
    column: 'portfolio_url',
    label: 'Portfolio address',
    shortLabel: 'Portfolio',
    mention: 'portfolio',
    fault: 'Please enter a whole address, such as https://example.com',
    maximum: MAXIMUM.webAddress,
    searchedAs: 'address',
    isNullable: true,
  },
} as const satisfies Record<string, PersonEntry | TextEntry | LinkEntry>

type Entries = typeof APPLICANT_FIELDS

/** A field that an applicant fills in. */
export type ApplicantField = keyof Entries
/** A field of one kind. */
type FieldOfKind<Kind> = {
  [Field in ApplicantField]: Entries[Field]['kind'] extends Kind ? Field : never
}[ApplicantField]
/** A field that identifies the applicant. */
export type PersonField = FieldOfKind<'person'>
/** An optional text of several lines. */
export type LongTextField = FieldOfKind<'text'>
/** A field with an address. */
export type LinkField = FieldOfKind<'link'>
/** A field without which an application may be stored. */
export type NullableField = {
  [Field in ApplicantField]: Entries[Field]['isNullable'] extends true ? Field : never
}[ApplicantField]

/** The names of all fields, in the order of the form. */
export const APPLICANT_FIELD_NAMES = keysOf(APPLICANT_FIELDS)
/** The names of the fields of each kind. */
export const PERSON_FIELDS = namesOf('person')
export const TEXT_FIELDS = namesOf('text')
export const LINK_FIELDS = namesOf('link')

/** The optional fields of an applicant who filled in none. */
export const NOTHING_GIVEN = Object.fromEntries(
  APPLICANT_FIELD_NAMES.filter((field) => APPLICANT_FIELDS[field].isNullable).map((field) => [field, null]),
) as Record<NullableField, null>

/** The applicant's fields of something that has more. */
export function pickApplicant<Whole extends Record<ApplicantField, unknown>>(
  whole: Whole,
): Pick<Whole, ApplicantField> {
  return Object.fromEntries(APPLICANT_FIELD_NAMES.map((field) => [field, whole[field]])) as Pick<Whole, ApplicantField>
}

/** What a field is called where its value is shown. */
export function shownLabel(field: ApplicantField): string {
  const entry = APPLICANT_FIELDS[field]
  return 'shortLabel' in entry ? entry.shortLabel : entry.label
}

function namesOf<Kind extends Entries[ApplicantField]['kind']>(kind: Kind): FieldOfKind<Kind>[] {
  return APPLICANT_FIELD_NAMES.filter((field) => APPLICANT_FIELDS[field].kind === kind) as FieldOfKind<Kind>[]
}
