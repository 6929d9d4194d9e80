import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Today } from '../platform/calendar-day.ts'
import type { Clock } from '../platform/clock.ts'
import type { Commit } from '../platform/database/group-commit.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { TimedWork } from '../platform/every.ts'
import type { FileStores } from '../platform/file-stores/file-stores.ts'
import type { KeyedHash } from '../platform/http/client-address.ts'
import type { CustomerPrefixBudget } from '../platform/http/customer-prefix-budget.ts'
import type { WellheadApp } from '../platform/http/route.ts'
import type { TaskShare } from '../platform/http/task-share.ts'
import type { MailKinds } from '../platform/mail/mail-kind.ts'
import type { MailSender } from '../platform/mail/mail-sender.ts'
import type { MailboxLimit } from '../platform/mail/mailbox-limit.ts'
import type { OidcClient } from '../platform/oidc/oidc-client.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import type { TaskHandler, TaskKind } from '../platform/outbox/task-kinds.ts'
import type { Sealer } from '../platform/sealer.ts'
import type { TextExtractor } from '../platform/text-extraction/text-extractor.ts'
import type { FileValidator } from '../platform/uploads/file-types/file-validator.ts'
import type { UploadScan } from '../platform/uploads/scan-upload.ts'
import type { UploadSlots } from '../platform/uploads/upload-slots.ts'

/**
 * What features share. `services.ts` makes all of it once; a function takes the part that it needs, as
 * `Pick<Services, 'db' | 'clock'>`. Here is what the platform gives. A feature adds its own service where it makes it, with
 * `declare module`, so that this file names no feature (`docs/decisions/0109-services.md`).
 */
export interface Services {
  db: Kysely<Tables>
  /** One transaction for submissions that arrive together. */
  commit: Commit
  stores: FileStores
  clock: Clock
  /** The calendar day where the company is. */
  today: Today
  log: FastifyBaseLogger
  /** Hashes with a secret of the installation. */
  hash: KeyedHash
  /** Seals with a key outside the database. */
  sealer: Sealer
  shareOf: TaskShare
  slots: UploadSlots
  validator: FileValidator
  /** What forms that are not stored have cost, by customer prefix. */
  refusals: CustomerPrefixBudget
  /** Null where no virus scanner is configured. */
  scan: UploadScan | null
  /** How long reading a form may take once all of it has come, in milliseconds. */
  parsingMs: number
  /** Reads the texts of resumes. */
  extractor: TextExtractor
  /** Null without a mail server. */
  mail: MailSender | null
  /** Null without a provider of company accounts. */
  oidc: OidcClient | null
  /** Of mails that anyone can ask for. */
  mailboxes: MailboxLimit
  /** Of codes that open the links of colleagues. */
  codeMailboxes: MailboxLimit
  outbox: Outbox
  /** Whether nothing may be written now. */
  isPaused(): boolean
  /** Whether another process has taken the database, or its file was replaced; logs why. */
  isDisplaced(): boolean
}

/** One feature: everything that the program does for it. `features.ts` lists all of them. */
export type Feature = {
  /** The name of its folder. */
  name: string
  /** Each registers some routes. */
  routes?: readonly ((app: WellheadApp, services: Services) => void)[]
  /** The tasks that it does after a commit. */
  tasks?: readonly FeatureTask[]
  /** What its mails say. */
  mails?(services: Omit<Services, 'outbox'>): Partial<MailKinds>
  /** What it does at times, without a request; null where the settings want none. */
  every?: readonly ((services: Services) => TimedWork | null)[]
  /** Runs before the program listens. */
  onStart?(services: Services): Promise<void>
  /** Runs when a process on the database has committed a change of a topic. */
  onNotify?(services: Services, topic: string): void
  /** Runs when notifications stop, or start again after some may have been missed. */
  onListening?(services: Services, isListening: boolean): void
}

/** A kind of task with what makes its handler. */
export type FeatureTask = {
  task: Pick<TaskKind<string, unknown>, 'kind' | 'read'>
  handler(services: Omit<Services, 'outbox'>): TaskHandler
}
