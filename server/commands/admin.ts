import type { Kysely } from 'kysely'
import { usernameSchema } from '../../contract/account.ts'
import { createAccount, listAccounts, removeAccount, resetPassword } from '../features/accounts/manage-accounts.ts'
import type { PostgresSettings } from '../platform/database/postgres/postgres-settings.ts'
import { changeDatabase } from '../platform/database/sqlite/open-database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { CommandFault } from '../platform/operator-faults.ts'
import { runCommand, say } from './run-command.ts'

const USAGES = ['list', 'create NAME', 'reset NAME', 'remove NAME'].map((words) => `npm run admin -- ${words}`)

/** `npm run admin -- create NAME` and the like: manages the accounts on the machine, also while the server runs. */
await runCommand(USAGES, async ({ dataDir, postgres, args: [action, typed = ''] }) => {
  const name = typed.normalize('NFC')
  await using database = await open(dataDir, postgres)
  const { db } = database
  switch (action) {
    case 'create':
      sayPassword('Created', name, await createAccount(db, chosenName(name), new Date()))
      break
    case 'reset':
      sayPassword('Reset', name, await resetPassword(db, name, new Date()))
      break
    case 'remove':
      await removeAccount(db, name, new Date())
      say(`Removed ${name} and ended its sessions.`)
      break
    default:
      sayAccounts(await listAccounts(db))
  }
  return 0
})

async function open(
  dataDir: string,
  postgres: PostgresSettings | null,
): Promise<{ db: Kysely<Tables> } & AsyncDisposable> {
  if (!postgres) return changeDatabase(dataDir)
  const { openPostgresForCommand } = await import('../platform/database/postgres/open-postgres.ts')
  return openPostgresForCommand(postgres)
}

function sayAccounts(accounts: Awaited<ReturnType<typeof listAccounts>>): void {
  if (accounts.length === 0) say('There is no account yet. Create one here, or open the setup page.')
  for (const { username, created_at } of accounts) say(`${username}  (since ${created_at})`)
}

/** The password is shown only here. */
function sayPassword(done: string, name: string, password: string): void {
  say(`${done} ${name}. This password is shown only once; change it after signing in:`)
  say(password)
}

function chosenName(name: string): string {
  const parsed = usernameSchema.safeParse(name)
  if (parsed.success && parsed.data === name) return name
  const reason = parsed.error?.issues[0]?.message ?? 'No invisible characters, and no spaces at either end'
  throw new CommandFault(`The name cannot be taken: ${reason}.`)
}
