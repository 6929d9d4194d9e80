import type { ResumeKind } from '../../../../contract/vocabulary.ts'

/** What a file is, or that it is none of the kinds a resume may have; then with what the sender may want to know. */
export type FileJudgement = { kind: ResumeKind } | { kind?: undefined; problem?: string }

/** Nothing that can be said better than which kinds are taken. */
export const NOT_A_RESUME: FileJudgement = {}

export const IS_DAMAGED_PDF: FileJudgement = { problem: 'This PDF is damaged or incomplete.' }
export const HAS_MACROS: FileJudgement = { problem: 'This document contains macros; please save it without them.' }
export const IS_PROTECTED: FileJudgement = { problem: 'This document is protected by a password.' }
export const IS_TOO_LARGE_UNPACKED: FileJudgement = { problem: 'This document is too large when it is unpacked.' }
/** One that different programs would read as different things. */
export const IS_AMBIGUOUS: FileJudgement = { problem: 'This file is more than one kind of file at once.' }
/** An object of another program, an editable chart, a control, or another document. */
export const HAS_EMBEDDED_FILE: FileJudgement = {
  problem: 'This document contains an embedded file, object or control; please save it as a PDF and send that.',
}
/** What Word would fetch by itself when the document is opened. */
export const HAS_REMOTE_CONTENT: FileJudgement = {
  problem:
    'This document loads a picture, template or object from outside the file; please save it as a PDF and send that.',
}
export const HAS_DOCTYPE: FileJudgement = {
  problem:
    'This document contains a DOCTYPE, which word processors do not write; please save it as a PDF and send that.',
}
