import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { API } from '../../contract/wire/paths.ts'
import { runServer, type ServerProcess } from '../../test/run-server.ts'

/** The running program; it ends with the block that started it. */
export type Program = ServerProcess & AsyncDisposable & { pid: number }

/** Starts the program without a limit of submissions. */
export async function startProgram(environment: Record<string, string>): Promise<Program> {
  const server = await runServer({ SUBMISSIONS_PER_HOUR: '0', LOG_LEVEL: 'error', ...environment })
  const end = async () => {
    await server.end('SIGTERM')
  }
  return { ...server, pid: server.process.pid ?? Number.NaN, [Symbol.asyncDispose]: end }
}

/** Makes a data folder within the folder of the run. */
export function makeDataFolder(folder: string): Promise<string> {
  return mkdtemp(join(folder, 'data-'))
}

/** Signs in as an admin; gives the value of the header that authorises every request. */
export async function signInAs(url: string, credentials: { username: string; password: string }): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + API.login, { method: 'POST', headers, body: JSON.stringify(credentials) })
  const { token } = (await response.json()) as { token: string }
  return `Bearer ${token}`
}
