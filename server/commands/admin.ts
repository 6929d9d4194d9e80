import type { Kysely } from 'kysely'
import { accountEmailSchema, ownDisplayNameSchema, usernameSchema } from '../../contract/accounts/account.ts'
import type { Person } from '../../contract/accounts/people.ts'
import { ROLES, type Role } from '../../contract/accounts/roles.ts'
import { findAccountByName } from '../features/accounts/account-queries.ts'
import { changeDisplayName, changeEmail, createAccount, resetPassword } from '../features/accounts/manage-accounts.ts'
import { beginChainAnew } from '../features/audit/seal-trail.ts'
import { activateAccount, removeAccount, removeFactorsOf, setRole } from '../features/people/operate-people.ts'
import { listPeople } from '../features/people/people-queries.ts'
import { rotateKeys } from '../features/receipts/key-storage.ts'
import { endOnlyCompanyAccounts } from '../features/sign-in-settings/operate-sign-in.ts'
import { systemClock } from '../platform/clock.ts'
import type { PostgresSettings } from '../platform/database/postgres/postgres-settings.ts'
import { changeDatabase } from '../platform/database/sqlite/open-database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { createKeyedHash } from '../platform/http/client-address.ts'
import { CommandFault } from '../platform/operator-faults.ts'
import { counted } from './backup/backup-messages.ts'
import { runCommand, say, warn } from './run-command.ts'

/** What can be typed after `npm run admin --`, and what it does. */
const COMMANDS = [
  ['list', 'lists every account with its role and its second factors'],
  ['create NAME', "creates an owner's account"],
  ['create NAME ROLE', 'creates an account with this role'],
  ['role NAME ROLE', 'gives an account another role'],
  ['activate NAME', 'lets a deactivated account sign in again'],
  ['reset NAME', 'gives a new password, and ends every session'],
  ['remove NAME', 'removes an account, and ends every session'],
  ['remove-second-factors NAME', 'removes authenticator app, passkeys and recovery codes'],
  ['email NAME ADDRESS', 'sends the daily digest there'],
  ['email NAME', 'ends the daily digest'],
  ['name NAME DISPLAYNAME', "signs the account's messages with this name"],
  ['name NAME', 'lets the company sign them'],
  ['single-sign-on off', 'lets everybody sign in with a password again'],
  ['rotate-receipt-key', 'signs new receipts with a new key; earlier ones stay valid'],
  ['begin-audit-chain', 'begins the chain of the audit trail anew'],
] as const

const USAGES = COMMANDS.map(([words]) => `npm run admin -- ${words}`)

/** Follows the usages where no command is typed with as many words. */
const HELP = [
  '',
  ...COMMANDS.map(([words, does]) => `${words.padEnd(28)}${does}`),
  '',
  `NAME is the username that an account signs in with, in quotes if it has spaces. ROLE is one of ${ROLES.join(', ')}.`,
].join('\n')

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
      sayAccounts(await listPeople(db))
  }
  return 0
})
const [action, ...rest] = process.argv.slice(2)
const isKnown = COMMANDS.map(([words]) => words.split(' ')).some(
  (words) => words[0] === action && words.length === rest.length + 1,
)
if (!isKnown) warn(HELP)

async function open(
  dataDir: string,
  postgres: PostgresSettings | null,
): Promise<{ db: Kysely<Tables> } & AsyncDisposable> {
  if (!postgres) return changeDatabase(dataDir)
  const { openPostgresForCommand } = await import('../platform/database/postgres/open-postgres.ts')
  return openPostgresForCommand(postgres)
}

function sayAccounts(accounts: Person[]): void {
  if (accounts.length === 0) say('There is no account yet. Create one here, or open the setup page.')
  for (const { username, createdAt, email, displayName, role, deactivatedAt, secondFactors } of accounts) {
    const factors = secondFactors.map((factor) => (factor === 'totp' ? 'app' : factor)).join(' and ')
    const facts = [
      `since ${createdAt}`,
      role,
      `second factor: ${factors || 'none'}`,
      ...(deactivatedAt === null ? [] : [`deactivated ${deactivatedAt}`]),
      ...(displayName === null ? [] : [`signs as ${displayName}`]),
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
