import {
  RESUME_SECTION_TITLES,
  RESUME_SECTIONS,
  type WrittenResume,
} from '../../../../contract/applications/written-resume.ts'
import { unixLines } from '../../../../contract/wire/text-rules.ts'
import type { Applicant } from '../stored/application-fields.ts'

/** Without it some programs on Windows and macOS read another encoding than UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
/** Bullets of word processors, in private characters that only their fonts have. */
const PRIVATE_BULLETS = /[\uf0a7\uf0b7]/g
/** Characters that Unicode reserves for programs. */
const NO_CHARACTERS = /\p{Noncharacter_Code_Point}/gu
const MORE_EMPTY_LINES = /\n(?:[^\S\n]*\n){2,}/g

/**
 * Formats the resume that an applicant wrote into the form as a text file (`docs/decisions/0107-written-resume-as-text.md`):
 * name and contact, then each heading with its text. Equal content has equal bytes.
 */
export function formatResume(
  { name, email, phone }: Pick<Applicant, 'name' | 'email' | 'phone'>,
  written: WrittenResume,
): Buffer {
  const title = unixLines(name).replaceAll('\n', ' ')
  const contact = [email, phone].filter(Boolean).join(' · ')
  const sections = RESUME_SECTIONS.filter((section) => written[section] !== '').map(
    (section) => `${RESUME_SECTION_TITLES[section]}\n${written[section].replaceAll(MORE_EMPTY_LINES, '\n\n')}`,
  )
  const text = `${[`${title}\n${contact}`, ...sections].join('\n\n')}\n`
  return Buffer.from(BYTE_ORDER_MARK + text.replace(NO_CHARACTERS, '').replace(PRIVATE_BULLETS, '•'))
}
