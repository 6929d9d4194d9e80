import type * as z from 'zod'
import type {
  changedRetentionSchema,
  Retention,
  switchedOnSchema,
} from '../../../contract/personal-data/retention-rules.ts'
import type { Db } from '../../platform/database/tables.ts'
import { changedMeanwhile } from '../../platform/http/request-error.ts'
import type { Author } from '../applications/changes/apply-changes.ts'
import type { Services } from '../feature.ts'
import { changeDocument } from '../settings/change-document.ts'
import { readDocument, type StoredDocument } from '../settings/document-queries.ts'
import { RETENTION_RULES } from '../settings/documents.ts'
import { countSetAside, readErasures } from './person-queries.ts'
import { previewRetention } from './preview-retention.ts'

/** Erasures with a fault that are shown. */
const MOST_FAULTS = 20

type Stored = StoredDocument<typeof RETENTION_RULES.schema>

/** The rules that are named. */
type RuleChanges = z.output<typeof changedRetentionSchema>['rules']

const present = ({ value, version }: Stored) => ({ rules: value, version })

/** How it stands with the rules. */
export async function readRetention(db: Db): Promise<Retention> {
  const stored = present(await readDocument(db, RETENTION_RULES))
  return { ...stored, setAside: await countSetAside(db), erasing: await readErasures(db, MOST_FAULTS) }
}

/**
 * Changes how long applications are kept, and how long before applicants are told. A period that differs switches the rules off, until an
 * owner has seen what they would do; other days of the notice set nobody else aside.
 * @param changing.changes those that are named @param changing.version as it was read
 */
export async function changePeriods(
  { db }: Pick<Services, 'db'>,
  author: Author,
  { changes, version }: { changes: RuleChanges; version: number | null },
): Promise<Retention> {
  const { value } = await readDocument(db, RETENTION_RULES)
  const names = (Object.keys(changes) as (keyof RuleChanges)[]).filter((name) => changes[name] !== value[name])
  const isOn = value.isOn && names.every((name) => name === 'noticeDays')
  if (names.length > 0) {
    const document = isOn ? { ...RETENTION_RULES, action: 'retention_notice_changed' as const } : RETENTION_RULES
    await changeDocument(db, document, author, { changes: { ...changes, isOn }, version }, present)
  }
  return readRetention(db)
}

/**
 * Switches the rules on, for an owner who has seen what they do now.
 * @throws {RequestError} `changed_meanwhile` where they would do something else than was seen
 */
export async function switchOn(
  services: Pick<Services, 'db' | 'today' | 'config'>,
  author: Author,
  seen: z.output<typeof switchedOnSchema>,
): Promise<Retention> {
  const { db } = services
  const now = await previewRetention(services, 1)
  if (now.people !== seen.people || now.applications !== seen.applications || now.version !== seen.version)
    throw changedMeanwhile({ ...now })
  const changes = { isOn: true }
  const document = { ...RETENTION_RULES, action: 'retention_switched_on' as const }
  await changeDocument(db, document, author, { changes, version: seen.version }, present)
  return readRetention(db)
}

/** Switches the rules off: nobody is set aside or erased any more, and those who are set aside come back within the hour. */
export async function switchOff({ db }: Pick<Services, 'db'>, author: Author): Promise<Retention> {
  const { version } = await readDocument(db, RETENTION_RULES)
  const document = { ...RETENTION_RULES, action: 'retention_switched_off' as const }
  await changeDocument(db, document, author, { changes: { isOn: false }, version }, present)
  return readRetention(db)
}
