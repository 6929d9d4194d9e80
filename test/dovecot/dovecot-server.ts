import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import type { InboxSettings } from '../../server/platform/inbox/inbox-settings.ts'
import { freePort } from '../free-port.ts'

/** The user of the test mailbox. */
const USER = { user: 'careers@example.com', password: 'open/sesame@1' }
/** Dovecot gives no mail to root. */
const NOBODY = 65_534

/** The real Dovecot with one mailbox. */
export type DovecotServer = {
  settings: InboxSettings
  /** `IMAP_URL` of the same mailbox. */
  url: string
  /** Delivers a mail. @returns its UID */
  deliver(source: string | Buffer, receivedAt?: Date): Promise<number>
  /** Does something with the mailbox as a mail program does. */
  as<Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result>
  /** The flags and keywords of all mails, in their order. */
  flags(): Promise<string[][]>
  /** Ends Dovecot, with all its connections. */
  halt(): Promise<void>
  /** Starts it again with the same mails. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts Dovecot in a temporary folder, as an ordinary user. @param command as `scripts/optional-programs.ts` finds it */
export async function startDovecot(command: string, folder = 'INBOX'): Promise<DovecotServer> {
  const home = await mkdtemp(join(tmpdir(), 'wellhead-dovecot-'))
  const isRoot = process.getuid?.() === 0
  const ids = isRoot ? { uid: NOBODY, gid: NOBODY } : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  await mkdir(join(home, 'mail'))
  for (const each of [home, join(home, 'mail')]) await chown(each, ids.uid, ids.gid)
  const port = await freePort()
  await writeFile(join(home, 'dovecot.conf'), configure(home, port, await namesOf(ids)))
  let daemon: ReturnType<typeof spawn> | undefined
  const start = async () => {
    const started = spawn(command, ['-F', '-c', join(home, 'dovecot.conf')], { stdio: 'pipe', ...(isRoot && ids) })
    let said = ''
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (chunk) => {
        said += chunk
      })
    daemon = started
    const ended = once(started, 'exit').then(async ([code]) => {
      throw new Error(`Dovecot ended: ${code} ${said} ${await readFile(join(home, 'log'), 'utf8').catch(() => '')}`)
    })
    await Promise.race([untilItGreets(port), ended])
    ended.catch(() => undefined)
  }
  const halt = async () => {
    if (!daemon || daemon.exitCode !== null) return
    const ended = once(daemon, 'exit')
    daemon.kill()
    await ended
  }
  const as: DovecotServer['as'] = async (work) => {
    const auth = { user: USER.user, pass: USER.password }
    const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.logout()
    }
  }
  await start()
  if (folder !== 'INBOX') await as((client) => client.mailboxCreate(folder))
  return {
    settings: {
      ...{ host: '127.0.0.1', port, isTlsAtOnce: false, requiresTls: false, checksCertificate: false },
      ...{ ...USER, folder, tagsReplies: false },
    },
    url: `imap://${encodeURIComponent(USER.user)}:${encodeURIComponent(USER.password)}@127.0.0.1:${port}/${folder}`,
    deliver: (source, receivedAt) =>
      as(async (client) => {
        const added = await client.append(folder, source, [], receivedAt)
        return added ? (added.uid ?? 0) : 0
      }),
    as,
    flags: () =>
      as(async (client) => {
        await client.mailboxOpen(folder, { readOnly: true })
        const mails = await client.fetchAll('1:*', { flags: true })
        return mails.map(({ flags }) => [...(flags ?? [])].filter((flag) => flag !== '\\Recent'))
      }),
    halt,
    start,
    stop: async () => {
      await halt()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function configure(home: string, port: number, { user, group }: { user: string; group: string }): string {
  return `
base_dir = ${home}/run
state_dir = ${home}/state
log_path = ${home}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
mail_location = maildir:${home}/mail
default_login_user = ${user}
default_internal_user = ${user}
default_internal_group = ${group}
first_valid_uid = 1
mail_max_userip_connections = 100
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
passdb {
  driver = static
  args = password=${USER.password}
}
userdb {
  driver = static
  args = uid=${user} gid=${group} home=${home}
}
`
}

async function namesOf({ uid, gid }: { uid: number; gid: number }): Promise<{ user: string; group: string }> {
  const nameIn = async (file: string, id: number) =>
    (await readFile(file, 'utf8'))
      .split('\n')
      .find((line) => line.split(':')[2] === String(id))
      ?.split(':')[0] ?? String(id)
  return { user: await nameIn('/etc/passwd', uid), group: await nameIn('/etc/group', gid) }
}

async function untilItGreets(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const greeting = await new Promise<string>((resolve) => {
      const connection = createConnection({ host: '127.0.0.1', port })
      connection.once('data', (chunk) => {
        resolve(String(chunk))
        connection.destroy()
      })
      connection.once('error', () => resolve(''))
      connection.once('close', () => resolve(''))
    })
    if (greeting.startsWith('* OK')) return
    await wait(50)
  }
  throw new Error('Dovecot does not respond.')
}
