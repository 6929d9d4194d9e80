import type { ResumeKind } from '../../../../contract/applications/resume-kinds.ts'

/** Why a file is not accepted. `problem` is a sentence for the sender, given where it helps. */
export type FileFault = { kind?: undefined; problem?: string }

/** What validating a file results in: its kind, or a fault. */
export type FileValidation = { kind: ResumeKind } | FileFault

/** The file is of no accepted kind. */
export const NOT_A_RESUME: FileFault = {}

export const IS_DAMAGED_PDF: FileFault = { problem: 'This PDF is damaged or incomplete.' }
export const HAS_MACROS: FileFault = { problem: 'This document contains macros; please save it without them.' }
export const IS_PROTECTED: FileFault = { problem: 'This document is protected by a password.' }
export const IS_TOO_LARGE_UNPACKED: FileFault = { problem: 'This document is too large when it is unpacked.' }
/** No honest file does. */
export const TAKES_TOO_LONG: FileFault = {
  problem: 'This document takes too long to read; please save it as a PDF and send that.',
}
/** A polyglot: different programs read it as different types. */
export const IS_AMBIGUOUS: FileFault = { problem: 'This file is more than one kind of file at once.' }
/** An OLE object, an editable chart, a control, or another document. */
export const HAS_EMBEDDED_FILE: FileFault = {
  problem: 'This document contains an embedded file, object or control; please save it as a PDF and send that.',
}
/** Word fetches it without a click when it opens the document. */
export const HAS_REMOTE_CONTENT: FileFault = {
  problem:
    'This document loads a picture, template or object from outside the file; please save it as a PDF and send that.',
}
export const HAS_DOCTYPE: FileFault = {
  problem:
    'This document contains a DOCTYPE, which word processors do not write; please save it as a PDF and send that.',
}
