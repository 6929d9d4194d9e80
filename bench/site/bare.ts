import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The response that the bare server sends. */
export type BareResponse = { headers: Record<string, string>; body: Buffer }

/** The minimal server for the same work, in its own process. */
export type BareServer = AsyncDisposable & {
  url: string
  pid: number
  respondWith(response: BareResponse): Promise<void>
}

/**
 * Starts `bare-server.ts`.
 * @param folder where it stores what is sent to it
 */
export async function startBare(folder: string): Promise<BareServer> {
  const bare = fork(join(import.meta.dirname, 'bare-server.ts'), [folder])
  const [port] = (await once(bare, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    pid: bare.pid ?? Number.NaN,
    respondWith: async ({ headers, body }) => {
      bare.send({ headers, body: body.toString('base64') })
      await once(bare, 'message')
    },
    [Symbol.asyncDispose]: async () => {
      bare.disconnect()
      await once(bare, 'exit')
    },
  }
}
