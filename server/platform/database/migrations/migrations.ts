import { randomBytes, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { schemaDialectOf } from '../schema-dialect.ts'
import type { Tables } from '../tables.ts'
import { addRoles } from './accounts-with-roles.ts'
import { chainAuditTrail } from './audit-chain.ts'
import { baseline } from './baseline.ts'
import { addDisplayNames } from './display-names.ts'
import { addFairShares } from './fair-shares.ts'
import { indexFirstPromises } from './first-promises.ts'
import { addInterviewOffers } from './interview-offers.ts'
import { nameInterviewResponses } from './interview-responses.ts'
import { makeInterviewsOfDates } from './interviews-of-dates.ts'
import { addMailsOfInvitations } from './mails-of-invitations.ts'
import { noteOutagesOfMail } from './note-outages.ts'
import { moveMailsIntoOneTable } from './one-mail-table.ts'
import { notePerhapsSentMails } from './perhaps-sent-mails.ts'
import { blankWordsOfDeleted } from './personal-data/blank-words.ts'
import { addConsents } from './personal-data/consent-tables.ts'
import { addErasureTables } from './personal-data/erasure-tables.ts'
import { addImports } from './personal-data/imports-and-rows.ts'
import { addRetention } from './personal-data/retention-tables.ts'
import { addPlaceAndPay } from './place-and-pay.ts'
import { addWebhooks } from './programs/add-webhooks.ts'
import { addApiTokens } from './programs/api-token-table.ts'
import { storePromisedDays } from './promised-days.ts'
import { noteReplacingMails } from './replacing-mails.ts'
import { addReplies } from './replies/replies-and-inboxes.ts'
import { addEndedIdentities } from './sign-in/ended-identity-table.ts'
import { addPasswordResets } from './sign-in/password-reset-table.ts'
import { addSecondFactorRule } from './sign-in/second-factor-rule-column.ts'
import { addSecondFactors } from './sign-in/second-factor-tables.ts'
import { addSingleSignOn } from './sign-in/single-sign-on-tables.ts'
import { noteTypedAddresses } from './sign-in/typed-addresses.ts'
import { addApplicationSources } from './team/application-sources.ts'
import { addAssignees } from './team/assignee-column.ts'
import { addLooksOfDevices } from './team/colleague-look-column.ts'
import { addColleagueQuestions } from './team/colleague-question-tables.ts'
import { addComments } from './team/comment-tables.ts'
import { addGivingDevices } from './team/giving-device-column.ts'
import { renameLastOpened } from './team/last-opened-columns.ts'
import { addShownLinks } from './team/link-shown-column.ts'
import { addNotices } from './team/notice-tables.ts'
import { addInterviewsOfQuestions } from './team/question-interview-column.ts'
import { addReminders } from './team/reminder-columns.ts'
import { addSavedViews } from './team/saved-view-table.ts'
import { addScorecardRequests } from './team/scorecard-request-column.ts'
import { addScorecards } from './team/scorecard-tables.ts'
import { addTags } from './team/tag-tables.ts'

/**
 * Changes of the schema in the order in which they are applied, each once; a released one is never edited. A later one
 * takes its column types from the schema dialect of the engine.
 */
export const migrations: Record<string, Migration> = {
  '0001-first-release': { up: createSchema },
  '0002-mail-outage': { up: noteOutagesOfMail },
  '0003-fair-shares': { up: addFairShares },
  '0004-one-mail-table': { up: moveMailsIntoOneTable },
  '0005-place-and-pay': { up: addPlaceAndPay },
  '0006-interview-responses': { up: nameInterviewResponses },
  '0007-promised-days': { up: storePromisedDays },
  '0008-display-names': { up: addDisplayNames },
  '0009-interview-offers': { up: addInterviewOffers },
  '0010-replacing-mails': { up: noteReplacingMails },
  '0011-interviews-of-dates': { up: (db) => makeInterviewsOfDates(db) },
  '0012-first-promises': { up: indexFirstPromises },
  '0013-perhaps-sent-mails': { up: notePerhapsSentMails },
  '0014-roles': { up: addRoles },
  '0015-audit-chain': { up: chainAuditTrail },
  '0016-mails-of-invitations': { up: addMailsOfInvitations },
  '0017-second-factors': { up: addSecondFactors },
  '0018-password-resets': { up: addPasswordResets },
  '0019-single-sign-on': { up: addSingleSignOn },
  '0020-second-factor-rule': { up: addSecondFactorRule },
  '0021-comments': { up: addComments },
  '0022-colleague-questions': { up: addColleagueQuestions },
  '0023-looks-of-devices': { up: addLooksOfDevices },
  '0024-scorecards': { up: addScorecards },
  '0025-assignees': { up: addAssignees },
  '0026-ended-identities': { up: addEndedIdentities },
  '0027-scorecard-requests': { up: addScorecardRequests },
  '0028-application-sources': { up: addApplicationSources },
  '0029-notices': { up: addNotices },
  '0030-tags': { up: addTags },
  '0031-saved-views': { up: addSavedViews },
  '0032-reminders': { up: addReminders },
  '0033-shown-links': { up: addShownLinks },
  '0034-typed-addresses': { up: noteTypedAddresses },
  '0035-questions-of-interviews': { up: addInterviewsOfQuestions },
  '0036-giving-devices': { up: addGivingDevices },
  '0037-last-opened': { up: renameLastOpened },
  '0038-words-of-deleted': { up: blankWordsOfDeleted },
  '0039-retention': { up: addRetention },
  '0040-erasures': { up: addErasureTables },
  '0041-consents': { up: addConsents },
  '0042-imports': { up: addImports },
  '0044-api-tokens': { up: addApiTokens },
  '0045-webhooks': { up: addWebhooks },
  '0047-replies': { up: addReplies },
}

/** Name of the newest migration: the schema that this version reads and writes. */
export const SCHEMA = Object.keys(migrations).at(-1) ?? ''

async function createSchema(db: Kysely<Tables>): Promise<void> {
  for (const statement of baseline(schemaDialectOf(db))) await sql.raw(statement).execute(db)
  // 256 bits: callers' addresses must not be guessed back from their hashes.
  const secret = randomBytes(32).toString('base64url')
  await db.insertInto('installation').values({ id: 1, installation_id: randomUUID(), secret }).execute()
}
