import { vi } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import { type SmtpServer, startSmtpServer } from './smtp-kit.ts'

type Settings = Omit<NonNullable<Parameters<typeof startTestApp>[0]>, 'mail'> & { perMinute?: number }

/**
 * Starts the program, and an SMTP server that takes its mails and stops with it. What has been received, the program has
 * also noted as sent: a test that then reads its tables twice finds no note in between.
 */
export async function startMailedApp({ perMinute, ...settings }: Settings = {}): Promise<{
  app: TestApp
  smtp: SmtpServer
}> {
  const smtp = await startSmtpServer()
  const app = await startTestApp({ ...settings, mail: { ...smtp.settings(), ...(perMinute && { perMinute }) } })
  const stop = async () => {
    await app.stop()
    await smtp.stop()
  }
  const underWay = app.db.selectFrom('mails').select('id').where('state', '=', 'sending')
  const untilReceived = async (count: number) => {
    await smtp.untilReceived(count)
    await vi.waitUntil(async () => smtp.isHolding() || (await underWay.execute()).length === 0)
  }
  return { app: { ...app, stop }, smtp: { ...smtp, untilReceived } }
}
