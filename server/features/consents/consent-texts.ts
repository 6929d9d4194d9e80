import type { Transaction } from 'kysely'
import type { ConsentTexts, NewConsentText } from '../../../contract/personal-data/consents.ts'
import { CONSENT } from '../../../contract/personal-data/personal-data-limits.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { changedMeanwhile, RequestError } from '../../platform/http/request-error.ts'
import { type Action, recordAction, shownName } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'

type Versions = ConsentTexts['versions']
type Texts = Pick<Services, 'config'>

/** What applicants agree to until an owner words it otherwise. */
function builtInText({ config: { company } }: Texts): string {
  return [
    `${company.name} may keep my applications on file beyond the usual period, with my resume, my answers and what was decided about them, so that you can write to me when another position may suit me.`,
    'This is voluntary. It counts for one more period; before that ends you ask me again. I can withdraw it on this page at any time, and my applications are then erased as if I had never given it.',
  ].join('\n\n')
}

/** Every version of the text, newest first: the first one applies. The text of the program is not stored before it is needed. */
export async function listConsentTexts(db: Db, services: Texts): Promise<Versions> {
  const rows = await selectTexts(db).execute()
  if (rows.length === 0) return [{ version: 1, text: builtInText(services), by: null, at: null }]
  return rows.map(({ version, text, saved_by, saved_at }) => ({ version, text, by: saved_by, at: saved_at }))
}

/** The version of the text that applies. */
export async function readConsentText(db: Db, services: Texts): Promise<{ version: number; text: string }> {
  const row = await selectTexts(db).limit(1).executeTakeFirst()
  return row ? { version: row.version, text: row.text } : { version: 1, text: builtInText(services) }
}

/** Keeps the text that applies from being worded otherwise, and stores that of the program. @returns the version */
export async function holdConsentText(trx: Transaction<Tables>, services: Texts, now: Date): Promise<number> {
  await acquireLock(trx, 'consent_texts')
  const { version, text } = await readConsentText(trx, services)
  await trx
    .insertInto('consent_texts')
    .values({ version, text, saved_by: null, saved_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute()
  return version
}

/**
 * Words the text anew. The same text again is no new version.
 * @throws {RequestError} `changed_meanwhile` where another version applies than was read
 */
export function saveConsentText(
  services: Pick<Services, 'db' | 'config'>,
  { by, now }: Omit<Action, 'id'>,
  { text, version }: NewConsentText,
): Promise<ConsentTexts> {
  return services.db.transaction().execute(async (trx) => {
    const applying = await holdConsentText(trx, services, now)
    const present = async () => ({ versions: await listConsentTexts(trx, services) })
    if ((await readConsentText(trx, services)).text === text) return present()
    if (applying !== version) throw changedMeanwhile(await present())
    if (applying >= CONSENT.mostVersions)
      throw new RequestError('invalid_request', `There are ${CONSENT.mostVersions} versions already.`)
    const row = { version: applying + 1, text, saved_by: shownName(by), saved_at: now.toISOString() }
    await trx.insertInto('consent_texts').values(row).execute()
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'consent_text_changed' } })
    return present()
  })
}

function selectTexts(db: Db) {
  return db.selectFrom('consent_texts').selectAll().orderBy('version', 'desc')
}
