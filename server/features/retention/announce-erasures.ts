import type { Transaction } from 'kysely'
import { addDays } from '../../../contract/promise/calendar-days.ts'
import type { Db, MailRow, Tables } from '../../platform/database/tables.ts'
import type { MailKinds } from '../../platform/mail/mail-kind.ts'
import { findEmailKey } from '../applications/stored/email-key-queries.ts'
import type { Services } from '../feature.ts'
import { messageMails } from '../messages/send-message.ts'
import { announcedDay, noticedApplication, periodOfNotice, reasonOfNotice } from './erasure-notice-queries.ts'
import { type Judged, type Judging, judge, lockAndJudge } from './judge-people.ts'
import { findAddressee } from './person-queries.ts'

/** Whether a person is to be told now that the applications will be erased: once a period, by the newest application. */
export function isToBeTold({ isAnnounced, standing, applications }: Judged): boolean {
  return isAnnounced && standing === 'missing' && applications.every(({ erase_on }) => erase_on === null)
}

/**
 * Queues the notices of people who are still to be told. Their applications are locked, so that two processes tell nobody twice.
 * @returns whether there are any
 */
export async function announceErasures(
  trx: Transaction<Tables>,
  services: Judging & Pick<Services, 'messages' | 'clock'>,
  keys: readonly string[],
): Promise<boolean> {
  const today = services.today().date
  let hasAny = false
  for (const judged of (await lockAndJudge(trx, services, keys)).filter(isToBeTold)) {
    const { applications, clock, rules } = judged
    const { noticeDays } = rules
    const addressee = await findAddressee(trx, noticedApplication(applications)?.id ?? 0)
    if (!addressee || clock === null || noticeDays === null) continue
    const eraseOn = announcedDay(clock, { today, noticeDays })
    const reason = reasonOfNotice(addressee.id, clock, today)
    await services.messages.erasureAnnounced(trx, addressee, { eraseOn, reason, now: services.clock() })
    hasAny = true
  }
  return hasAny
}

/** The mail of a notice: a message that leaves only while it is true, after all other mail, and that says that a program sent it. */
export function noticeMails(services: Omit<Services, 'outbox'>): Pick<MailKinds, 'erasure_notice'> {
  const { erasure_notice: message } = messageMails(services)
  const kind: typeof message = {
    ...message,
    givesWay: true,
    read: async (db, mail) => ((await isTrue(db, services, mail)) ? message.read(db, mail) : undefined),
    compose: async (trx, mail, content) => ({ ...(await message.compose(trx, mail, content)), isAutomatic: true }),
  }
  return { erasure_notice: kind as MailKinds['erasure_notice'] }
}

/**
 * Whether what a notice announces still comes, and leaves its reader the days of the notice: no new application, decision, hold, consent or
 * rule keeps the person, and it has not waited for weeks.
 */
async function isTrue(db: Db, services: Judging, { application_id, reason, day }: MailRow): Promise<boolean> {
  const key = application_id === null ? undefined : await findEmailKey(db, application_id)
  if (key === undefined) return false
  const [judged] = await judge(db, services, [key])
  if (!judged?.isAnnounced || judged.clock?.begunOn !== periodOfNotice(reason)) return false
  return (day ?? '') >= addDays(services.today().date, judged.rules.noticeDays ?? 0)
}
