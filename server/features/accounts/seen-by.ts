import {
  CommonTableExpressionNameNode,
  CommonTableExpressionNode,
  type Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  SelectQueryNode,
  type UnknownRow,
  WithNode,
} from 'kysely'
import type { Role } from '../../../contract/accounts/roles.ts'
import { type Permission, reachOf } from '../../../contract/policies/policy.ts'
import { type Engine, engineOf } from '../../platform/database/engine.ts'
import { HELD_AS_SPAM } from '../../platform/database/quarantine.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'

/** Whose rows are read: an account with its role. */
export type Viewer = { id: number; role: Role }

/** Which rows of a table a hiring manager sees: every one, none, or those of a condition. */
type VisibleRows = 'all' | 'none' | ((viewer: number) => string)

/** By one look into the primary key for each row that a query comes to: these are read for one application, or a page of them. */
const OF_APPLICATION = () => 'exists (select 1 from applications where id = application_id)'

const OWN = (viewer: number) => `account_id = ${viewer}`

const DECIDING = (viewer: number) => `${OWN(viewer)} and decides = 1`

/**
 * What a hiring manager sees of each table. A condition names tables above its own, and means what is seen of these: an interview is
 * seen with its application. A new table has to say it too.
 */
const VISIBLE: Readonly<Record<keyof Tables, VisibleRows>> = {
  job_assignments: OWN,
  jobs: () => 'id in (select job_id from job_assignments)',
  // What is set aside is in no list, and counts in figures.
  applications: () => `job_id in (select job_id from job_assignments) and quarantined <> ${HELD_AS_SPAM}`,
  // An index of words alone; what it finds is read from `applications`.
  application_search: 'all',
  feedback_versions: OF_APPLICATION,
  consent_texts: 'all',
  consents: OF_APPLICATION,
  colleague_questions: OF_APPLICATION,
  colleague_devices: 'none',
  comments: OF_APPLICATION,
  comment_versions: () => 'comment_id in (select id from comments)',
  scorecards: OF_APPLICATION,
  scorecard_versions: () => 'scorecard_id in (select id from scorecards)',
  notices: (viewer) => `${OWN(viewer)} and ${OF_APPLICATION()}`,
  muted_notices: OWN,
  interviews: OF_APPLICATION,
  interview_offers: OF_APPLICATION,
  mails: () => 'application_id in (select id from applications)',
  replies: OF_APPLICATION,
  inboxes: 'none',
  resumes: OF_APPLICATION,
  resume_replicas: () => 'resume_id in (select id from resumes)',
  resume_texts: OF_APPLICATION,
  audit_trail: () => `(subject = 'application' and subject_id in (select id from applications))
    or (subject = 'job' and subject_id in (select id from jobs))`,
  // Found by the interviews of an application that is seen.
  application_changes: 'all',
  tags: 'all',
  // Read beside the applications that are seen.
  application_tags: 'all',
  saved_views: (viewer) => `private_to = ${viewer} or private_to is null`,
  // Of the postings, 0 being general applications.
  insight_sums: () => 'job_id in (select job_id from job_assignments)',
  accounts: 'all',
  installation: 'all',
  settings: 'all',
  site_texts: 'all',
  sign_in_settings: 'all',
  message_templates: 'all',
  mail_outage: 'all',
  sessions: OWN,
  calendar_feeds: OWN,
  api_tokens: OWN,
  password_resets: 'none',
  totp_secrets: 'none',
  passkeys: 'none',
  recovery_codes: 'none',
  linked_identities: 'none',
  ended_identities: 'none',
  spent_tickets: 'none',
  sign_in_failures: 'none',
  signed_in_networks: 'none',
  submission_counts: 'none',
  application_links: 'none',
  interview_offer_links: 'none',
  outbox_tasks: 'none',
  resume_check: 'none',
  invitations: 'none',
  invitation_jobs: 'none',
  legal_holds: 'none',
  retention_rules: 'none',
  job_alerts: 'none',
  job_alert_links: 'none',
  mailbox_mails: 'none',
  erasures: 'none',
  imports: 'none',
  import_rows: 'none',
  webhooks: 'none',
  webhook_deliveries: 'none',
}

/**
 * The database as an account sees it: a read finds only the rows that the account may see, in whatever list, count or join they
 * stand. For owners and recruiters it is the database itself.
 * A hiring manager's only reads, so that no change is made past the guards of the routes: another statement throws.
 */
export function seenBy(db: Kysely<Tables>, { id, role }: Viewer): Kysely<Tables> {
  return role === 'hiring_manager' ? db.withPlugin(new SeenRows(db, id, VISIBLE)) : db
}

/**
 * The same, with the rows alone to which an account may do something: what it sees but may only read is not found either. The guard
 * of the route has asked whether the role may do it at all.
 */
export function permittedTo(db: Kysely<Tables>, viewer: Viewer, may: Permission): Kysely<Tables> {
  if (reachOf(viewer.role, may) !== 'deciding') return seenBy(db, viewer)
  return db.withPlugin(new SeenRows(db, viewer.id, { ...VISIBLE, job_assignments: DECIDING }))
}

/** Whether every row is seen, as in the database itself: some queries are shorter then. */
export function seesAll(db: Db): boolean {
  return !db.getExecutor().plugins.some((plugin) => plugin instanceof SeenRows)
}

/** Puts what is seen of each table before a query, under the name of the table, so that every part of the query means that. */
class SeenRows implements KyselyPlugin {
  readonly #seen: WithNode

  constructor(db: Kysely<Tables>, viewer: number, visible: typeof VISIBLE) {
    this.#seen = seenTables(engineOf(db), viewer, visible)
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (!SelectQueryNode.is(node)) throw new Error('A database as an account sees it only reads, by the query builder.')
    const own = node.with?.expressions ?? []
    return { ...node, with: { ...this.#seen, ...node.with, expressions: [...this.#seen.expressions, ...own] } }
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }
}

function seenTables(engine: Engine, viewer: number, visible: typeof VISIBLE): WithNode {
  // Within its own expression the name means the table itself on PostgreSQL. SQLite has to be told the schema.
  const schema = engine === 'sqlite' ? 'main.' : ''
  const [first, ...others] = Object.entries(visible).flatMap(([table, rows]) => {
    if (rows === 'all') return []
    const condition = rows === 'none' ? 'false' : rows(viewer)
    const expression = RawNode.createWithSql(`(select * from ${schema}${table} where ${condition})`)
    const node = CommonTableExpressionNode.create(CommonTableExpressionNameNode.create(table), expression)
    // Read in place, with the conditions of the query and by the indexes of the table.
    return [CommonTableExpressionNode.cloneWith(node, { materialized: false })]
  })
  if (!first) throw new Error('No table is restricted.')
  return others.reduce((all, node) => WithNode.cloneWithExpression(all, node), WithNode.create(first))
}
