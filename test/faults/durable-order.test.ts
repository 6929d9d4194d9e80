import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applicationForm } from '../factories.ts'
import { runServer } from '../run-server.ts'

/** The system calls that write to the disk or to a socket. */
const TRACED = 'trace=fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg'

const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
if (!canTrace) console.log('strace is missing or may not trace: the order of system calls is not asserted.')

test.skipIf(!canTrace)(
  'file, name, folder and database are on the disk, in that order, before 201 is sent',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wellhead-trace-'))
    const trace = join(folder, 'trace')
    // -D: the program is the child, so that a signal reaches it; -y: files by their names.
    const strace = ['strace', '-D', '-f', '-y', '-s', '40', '-e', TRACED, '-e', 'signal=none', '-o', trace]
    const server = await runServer({ DATA_DIR: join(folder, 'data') }, strace)
    const response = await fetch(`${server.url}/api/submit-application`, { method: 'POST', body: applicationForm() })
    expect(response.status).toBe(201)
    await server.end('SIGTERM')

    expect(stepsOf(await readFile(trace, 'utf8'))).toEqual([
      'sync the file',
      'rename it into place',
      'sync the folder',
      'sync the database',
      'response',
    ])
    await rm(folder, { recursive: true })
  },
)

const STEPS: Record<string, RegExp> = {
  'sync the file': /f(?:data)?sync\(\d+<[^>]*\/data\/tmp\/[0-9a-f-]{36}>/,
  'rename it into place': /rename\w*\(.*\/data\/tmp\/[0-9a-f-]{36}".*\/data\/resumes\/[0-9a-f-]{36}"/,
  'sync the folder': /f(?:data)?sync\(\d+<[^>]*\/data\/resumes>/,
  'sync the database': /f(?:data)?sync\(\d+<[^>]*wellhead\.sqlite-wal>/,
  response: /(?:write|writev|sendto|sendmsg)\(\d+<(?:TCP|socket):.*HTTP\/1\.1 201/,
}

/** The steps from the file's sync to the response, as they were begun. */
function stepsOf(trace: string): string[] {
  const steps = trace
    .split('\n')
    .map((line) => Object.keys(STEPS).find((step) => STEPS[step]?.test(line)))
    .filter((step) => step !== undefined)
  const begun = steps.slice(steps.indexOf('sync the file'), steps.indexOf('response') + 1)
  // The start commits too: the commit of the form is the one after the folder's sync.
  const folder = begun.indexOf('sync the folder')
  return begun.filter((step, index) => step !== 'sync the database' || (index > folder && step !== begun[index - 1]))
}
