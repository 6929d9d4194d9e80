import type { Kysely } from 'kysely'
import { accountEmailSchema, ownDisplayNameSchema, usernameSchema } from '../../contract/accounts/account.ts'
import { ROLES, type Role } from '../../contract/accounts/roles.ts'
import { findAccountByName } from '../features/accounts/account-queries.ts'
import {
  changeDisplayName,
  changeEmail,
  createAccount,
  listAccounts,
  resetPassword,
} from '../features/accounts/manage-accounts.ts'
import { beginChainAnew } from '../features/audit/seal-trail.ts'
import { activateAccount, removeAccount, removeFactorsOf, setRole } from '../features/people/operate-people.ts'
import { rotateKeys } from '../features/receipts/key-storage.ts'
import { endOnlyCompanyAccounts } from '../features/sign-in-settings/operate-sign-in.ts'
import { systemClock } from '../platform/clock.ts'
import type { PostgresSettings } from '../platform/database/postgres/postgres-settings.ts'
import { changeDatabase } from '../platform/database/sqlite/open-database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { createKeyedHash } from '../platform/http/client-address.ts'
import { CommandFault } from '../platform/operator-faults.ts'
import { counted } from './backup/backup-messages.ts'
import { runCommand, say } from './run-command.ts'

const USAGES = [
  'list',
  'create NAME',
  'create NAME ROLE',
  'role NAME ROLE',
  'activate NAME',
  'reset NAME',
  'remove NAME',
  'remove-second-factors NAME',
  'email NAME ADDRESS',
  'email NAME',
  'name NAME DISPLAYNAME',
  'name NAME',
  'single-sign-on off',
  'rotate-receipt-key',
  'begin-audit-chain',
].map((words) => `npm run admin -- ${words}`)

/** `npm run admin -- create NAME` and the like: manages accounts, the receipt key and the chain of the audit trail, also while the server runs. */
await runCommand(USAGES, async ({ dataDir, postgres, secretKey, args: [action, typed = '', value = null] }) => {
  const name = typed.normalize('NFC')
  await using database = await open(dataDir, postgres)
  const { db } = database
  switch (action) {
    case 'create':
      sayPassword('Created', name, await createAccount(db, chosenName(name), new Date(), chosenRole(value ?? 'owner')))
      break
    case 'role':
      await setRole(db, name, chosenRole(value ?? ''), new Date())
      say(`${name} has the role ${value} from the next request on.`)
      break
    case 'activate':
      await activateAccount(db, name, new Date())
      say(`${name} can sign in, with the password of before. For a new one: npm run admin -- reset ${name}`)
      break
    case 'reset':
      sayPassword('Reset', name, await resetPassword(db, name, new Date()))
      break
    case 'remove':
      await removeAccount(db, name, new Date())
      say(`Removed ${name} and ended its sessions.`)
      break
    case 'remove-second-factors':
      await removeFactorsOf(db, name, new Date())
      say(`${name} signs in with the password alone, and is signed in nowhere now.`)
      break
    case 'email':
      await setEmail(db, name, value)
      break
    case 'name':
      await setDisplayName(db, name, value)
      break
    case 'single-sign-on':
      await endSingleSignOnOnly(db)
      break
    case 'rotate-receipt-key': {
      const { current, earlier } = await rotateKeys(db, { dataDir, secretKey }, new Date())
      say(`New receipts are signed with the key ${current.id}; a running server uses it within a minute.`)
      say(`Receipts of the ${counted(earlier.length, 'earlier key')} stay valid.`)
      break
    }
    case 'begin-audit-chain':
      await beginChainAnew({ db, clock: systemClock, chainKey: { dataDir, secretKey } })
      say(
        'The chain of the audit trail begins anew, over all entries as they are now. The trail has an entry that says so.',
      )
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
  for (const { username, created_at, email, display_name, role, deactivated_at } of accounts) {
    const facts = [
      `since ${created_at}`,
      role,
      ...(deactivated_at === null ? [] : [`deactivated ${deactivated_at}`]),
      ...(display_name === null ? [] : [`signs as ${display_name}`]),
      ...(email === null ? [] : [`digest to ${email}`]),
    ]
    say(`${username}  (${facts.join(', ')})`)
  }
}

async function endSingleSignOnOnly(db: Kysely<Tables>): Promise<void> {
  const isChanged = await endOnlyCompanyAccounts(db, new Date())
  say(isChanged ? 'Everybody can sign in with a password again.' : 'Everybody can sign in with a password already.')
}

async function setEmail(db: Kysely<Tables>, name: string, address: string | null): Promise<void> {
  const account = await requireAccount(db, name)
  if (!accountEmailSchema.safeParse({ email: address }).success)
    throw new CommandFault(`${address} is not an email address.`)
  await changeEmail({ db, hash: createKeyedHash(), securityMails: null }, account.id, address, {
    by: null,
    device: null,
    now: new Date(),
  })
  say(address === null ? `${name} gets no digest any more.` : `The digest of ${name} goes to ${address}.`)
}

async function setDisplayName(db: Kysely<Tables>, name: string, typed: string | null): Promise<void> {
  const account = await requireAccount(db, name)
  const parsed = ownDisplayNameSchema.safeParse({ displayName: typed })
  if (!parsed.success) throw new CommandFault(`The name cannot be taken: ${parsed.error.issues[0]?.message}.`)
  const { displayName } = parsed.data
  await changeDisplayName(db, account.id, displayName, { by: null, now: new Date() })
  say(displayName === null ? `The company signs the messages of ${name}.` : `${name} signs as ${displayName}.`)
}

async function requireAccount(db: Kysely<Tables>, name: string) {
  const account = await findAccountByName(db, name)
  if (!account) throw new CommandFault(`There is no account ${name}.`)
  return account
}

/** The password is shown only here. */
function sayPassword(done: string, name: string, password: string): void {
  say(`${done} ${name}. This password is shown only once; change it after signing in:`)
  say(password)
}

function chosenRole(typed: string): Role {
  const role = ROLES.find((each) => each === typed)
  if (!role) throw new CommandFault(`There is no role ${typed}. The roles are ${ROLES.join(', ')}.`)
  return role
}

function chosenName(name: string): string {
  const parsed = usernameSchema.safeParse(name)
  if (parsed.success && parsed.data === name) return name
  const reason = parsed.error?.issues[0]?.message ?? 'No invisible characters, and no spaces at either end'
  throw new CommandFault(`The name cannot be taken: ${reason}.`)
}
