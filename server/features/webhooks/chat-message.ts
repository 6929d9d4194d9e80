import { WEBHOOK_EVENTS, type WebhookData, type WebhookEvent } from '../../../contract/webhooks/webhook-events.ts'
import type { WebhookFormat } from '../../../contract/webhooks/webhooks.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { Services } from '../feature.ts'

/** What a chat shows: one line, and where it leads. */
type ChatLine = { text: string; url: string; button: string }

/**
 * The body that Slack or Teams takes for an event: which application or posting, of which posting, and a link. The name of the
 * applicant is in it only where owners have switched that on; it is read when it is sent, so none of an erased application is.
 */
export async function chatBody(
  { db, config }: Pick<Services, 'db' | 'config'>,
  {
    body,
    event,
    format,
    shows_names,
  }: { body: string; event: WebhookEvent; format: WebhookFormat; shows_names: number },
): Promise<string> {
  const { data } = JSON.parse(body) as { data: WebhookData }
  const { text, ...link } = await lineOf(db, data, shows_names === 1)
  const line = { text: [WEBHOOK_EVENTS[event].says, ...(text ? [text] : [])].join(': '), ...link }
  const absolute = { ...line, url: config.publicUrl + line.url }
  return JSON.stringify(format === 'slack' ? slackMessage(absolute) : teamsMessage(absolute))
}

async function lineOf(db: Db, data: WebhookData, showsName: boolean): Promise<ChatLine> {
  if ('postingId' in data) {
    const posting = await titleOf(db, data.postingId)
    return { text: posting ?? '', url: pathTo(ADMIN_PAGE.job, data.postingId), button: 'Open posting' }
  }
  if (!('applicationId' in data)) return { text: '', url: ADMIN_PAGE.webhooks, button: 'Open webhooks' }
  const id = data.applicationId
  const found = await db.selectFrom('applications').select(['name', 'job_id']).where('id', '=', id).executeTakeFirst()
  const title = found?.job_id ? await titleOf(db, found.job_id) : undefined
  const who = showsName && found ? `${found.name} (${formatReference('APP', id)})` : formatReference('APP', id)
  const text = title ? `${who}, ${title}` : who
  return { text, url: pathTo(ADMIN_PAGE.review, id), button: 'Open application' }
}

async function titleOf(db: Db, id: number): Promise<string | undefined> {
  return (await db.selectFrom('jobs').select('title').where('id', '=', id).executeTakeFirst())?.title
}

/** What Slack reads as more than text. */
const SLACK_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Of an incoming webhook of Slack: nobody can put a link or a mention into it. */
function slackMessage({ text, url, button }: ChatLine) {
  const escaped = text.replaceAll(/[&<>]/g, (each) => SLACK_ESCAPES[each] ?? each)
  return {
    text: `${escaped} <${url}|${button}>`,
    blocks: [
      // Plain text has no marks, links or mentions.
      { type: 'section', text: { type: 'plain_text', text, emoji: false } },
      { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: button }, url }] },
    ],
  }
}

/** Of a workflow of Teams (“When a Teams webhook request is received”): an Adaptive Card. A `TextRun` has no marks or links. */
function teamsMessage({ text, url, button }: ChatLine) {
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] }],
    actions: [{ type: 'Action.OpenUrl', title: button, url }],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content: card }] }
}
