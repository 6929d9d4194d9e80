import { rebuildIndex } from '../features/applications/stored/application-search-queries.ts'
import { queueTexts } from '../features/resumes/queue-texts.ts'
import { systemClock } from '../platform/clock.ts'
import { counted } from './backup/backup-messages.ts'
import { openStopped } from './open-stopped.ts'
import { runCommand, say } from './run-command.ts'

const ALL = '--all'

/**
 * `npm run reindex`: rebuilds the search index, and queues the reading of resumes whose text is missing or of another
 * version of the parsers; with `--all` of every resume. The next server reads them. All or nothing.
 */
await runCommand(['npm run reindex', `npm run reindex -- ${ALL}`], async (command) => {
  const { args, signal } = command
  await using opened = new AsyncDisposableStack()
  const db = await openStopped(command, opened)
  const { indexed, queued } = await db.transaction().execute(async (trx) => ({
    indexed: await rebuildIndex(trx, signal),
    queued: await queueTexts(trx, { isAll: args[0] === ALL, clock: systemClock, signal }),
  }))
  say(`The search index has ${counted(indexed, 'application')}.`)
  say(
    queued === 0
      ? 'The text of every resume is up to date.'
      : `${counted(queued, 'text')} will be read once a server runs. Earlier texts serve until then.`,
  )
  return 0
})
