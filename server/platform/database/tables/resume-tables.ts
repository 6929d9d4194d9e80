import type { Generated } from 'kysely'
import type { ResumeKind, ScanState } from '../../../../contract/applications/resume-kinds.ts'
import type { ResumeTextState } from '../../../../contract/applications/resume-text.ts'
import type { FileStoreName } from '../../../../contract/wire/file-store-names.ts'
import type { Flag, Instant, Version } from './column-types.ts'

/** The files that applicants sent. An application has at most one current resume, and the earlier versions of it. */
type ResumesTable = {
  id: Generated<number>
  application_id: number
  version: Version
  original_name: string
  kind: ResumeKind
  /** Bytes. */
  size: number
  sha256: string
  /** Null when no scanner was configured. */
  scan: ScanState | null
  /** The reply that brought it: such a file is never the current resume. Null for one that was uploaded. */
  reply_id: Generated<number | null>
  /** When the applicant replaced it; null for the current one. */
  replaced_at: Instant | null
}

/**
 * State of a replica: to be made; there, and equal to its checksum at the latest comparison; gone; there with other
 * content; not retried before a person has fixed what `last_error` names.
 */
export type ReplicaState = 'waiting' | 'stored' | 'missing' | 'altered' | 'failed'

/** Replicas of resume files: one row for each store that has or needs the file. */
type ResumeReplicasTable = {
  resume_id: number
  store: FileStoreName
  /** Names the file in its store; null before the first upload. */
  key: string | null
  state: ReplicaState
  /** Why the replica could not be made. */
  last_error: string | null
  /** When the state or the error last changed. */
  changed_at: Instant
  /** When the content was last compared with its checksum. */
  checked_at: Instant | null
}

/** The text of the current resume, as its parser read it; no row before the file was read. */
type ResumeTextsTable = {
  application_id: number
  state: Exclude<ResumeTextState, 'pending'>
  /** Normalised; empty unless the state is `extracted`. */
  text: string
  /** Null where the file has none, or they are not known. */
  pages: number | null
  /** Whether the file has more text. */
  is_truncated: Flag
  /** What read it (`text-extractor.ts`); empty when it is to be read again. */
  parser_version: string
  extracted_at: Instant
}

/** The latest comparison of all files with their checksums; a single row. */
type ResumeCheckTable = {
  id: 1
  started_at: Instant
  /** Null while it is under way. */
  finished_at: Instant | null
  /** Resumes to compare, and those compared. */
  total: number
  checked: number
}

/** The files of applications, and what was read from them. */
export type ResumeTables = {
  resumes: ResumesTable
  resume_replicas: ResumeReplicasTable
  resume_texts: ResumeTextsTable
  resume_check: ResumeCheckTable
}
