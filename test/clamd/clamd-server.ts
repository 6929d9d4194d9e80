import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { ScannerAddress } from '../../server/platform/virus-scan/scan-settings.ts'
import { freePort } from '../free-port.ts'
import { EICAR } from './fake-clamd.ts'

/** The real clamd, reached both ways. */
export type ClamdServer = { socket: ScannerAddress; port: ScannerAddress; stop(): Promise<void> }

/**
 * Starts clamd with a database of one signature, so that it needs neither 1.5 GB of memory nor a download.
 * @param command as `scripts/optional-programs.ts` finds it
 */
export async function startClamd(command: string, options: { streamMaxLength: string }): Promise<ClamdServer> {
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-real-clamd-'))
  const database = join(folder, 'signatures')
  await mkdir(database)
  await writeFile(join(database, 'test.ndb'), `Eicar-Test-Signature:0:*:${Buffer.from(EICAR).toString('hex')}\n`)
  const socket = { path: join(folder, 'clamd.ctl') }
  const port = { host: '127.0.0.1', port: await freePort() }
  const settings = [
    'Foreground yes',
    `DatabaseDirectory ${database}`,
    `TemporaryDirectory ${folder}`,
    `LocalSocket ${socket.path}`,
    `TCPAddr ${port.host}`,
    `TCPSocket ${port.port}`,
    `StreamMaxLength ${options.streamMaxLength}`,
  ]
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const daemon = spawn(command, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  const ended = once(daemon, 'exit')
  await Promise.race([
    untilItResponds(socket),
    ended.then(([code]) => Promise.reject(new Error(`clamd ended: ${code}`))),
  ])
  return {
    socket,
    port,
    stop: async () => {
      daemon.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilItResponds(address: { path: string }): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const connection = createConnection(address).end('zPING\0')
    const response = await text(connection).catch(() => '')
    if (response.startsWith('PONG')) return
    await wait(50)
  }
  throw new Error('clamd does not respond')
}
