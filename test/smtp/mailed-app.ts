import { startTestApp, type TestApp } from '../test-app.ts'
import { type SmtpServer, startSmtpServer } from './smtp-kit.ts'

type Settings = Omit<NonNullable<Parameters<typeof startTestApp>[0]>, 'mail'> & { perMinute?: number }

/** Starts the program, and an SMTP server that takes its mails and stops with it. */
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
  return { app: { ...app, stop }, smtp }
}
