import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addApplicationList } from './application-list-migration.ts'
import { addAuditTrail } from './audit-trail-migration.ts'
import { eraseDeletedText } from './erased-text-migration.ts'
import { foldFinalSigma } from './final-sigma-migration.ts'
import { addLargeLists } from './large-lists-migration.ts'
import { addQuarantine } from './quarantine-migration.ts'
import { addResumeCopies } from './resume-copies-migration.ts'
import { addResumeHomes } from './resume-homes-migration.ts'
import { addResumeScan } from './resume-scan-migration.ts'
import { addSignInLimits } from './sign-in-limits-migration.ts'
import { addSignedInNetworks } from './signed-in-networks-migration.ts'
import { addVersions } from './versions-migration.ts'

/** Changes of the schema in the order in which they are applied; a landed one is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-first-tables': { up: createFirstTables },
  '0002-application-list': { up: addApplicationList },
  '0003-resume-copies': { up: addResumeCopies },
  '0004-sign-in-limits': { up: addSignInLimits },
  '0005-resume-scan': { up: addResumeScan },
  '0006-audit-trail': { up: addAuditTrail },
  '0007-quarantine': { up: addQuarantine },
  '0008-large-lists': { up: addLargeLists },
  '0009-resume-homes': { up: addResumeHomes },
  '0010-final-sigma': { up: foldFinalSigma },
  '0012-signed-in-networks': { up: addSignedInNetworks },
  '0014-erased-text': { up: eraseDeletedText },
  '0015-versions': { up: addVersions },
}

async function createFirstTables(db: Kysely<unknown>): Promise<void> {
  // AUTOINCREMENT throughout: a number is never given twice, or an application of a deleted posting would join a new one.
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('job_type', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('department', 'text')
    .addColumn('salary_range', 'text')
    .addColumn('internal_job_code', 'text')
    .addColumn('project_code', 'text')
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('requirements', 'text', (column) => column.notNull())
    .addColumn('benefits', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('is_active', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('closed_date', 'text')
    .addColumn('cloned_from_id', 'integer')
    .addColumn('idempotency_key', 'text', (column) => column.unique())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('applications')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('phone', 'text')
    .addColumn('note', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('archived', 'integer', (column) => column.notNull())
    .addColumn('job_id', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('feedback', 'text')
    .addColumn('interview_date', 'text')
    .addColumn('idempotency_key', 'text', (column) => column.unique())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('applications_by_age')
    .on('applications')
    .columns(['created_at desc', 'id desc'])
    .execute()

  await db.schema
    .createTable('resumes')
    .addColumn('application_id', 'integer', (column) =>
      column.primaryKey().references('applications.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('original_name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('accounts')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('cookie_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('installation')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('initialised_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('outbox_tasks')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('run_after', 'text', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('outbox_tasks_by_time').on('outbox_tasks').column('run_after').execute()

  await db.schema
    .createTable('submission_counts')
    .addColumn('address_hash', 'text', (column) => column.notNull())
    .addColumn('hour', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('submission_counts_key', ['address_hash', 'hour'])
    .execute()
}
