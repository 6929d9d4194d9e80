import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A program that was written for Ashby's public job boards, `mcp-ashby`, in a process of its own. */
export type AshbyReader = Awaited<ReturnType<typeof startAshbyReader>>

/** A response of JSON-RPC, the protocol of the program. */
type RpcResponse = {
  id: number
  error?: { message: string }
  result?: { isError?: boolean; content?: { text: string }[]; structuredContent?: unknown }
}

const PROTOCOL = '2025-06-18'

/**
 * Starts the program. It reads the site's job board instead of Ashby's: its requests go to another address, and nothing else of it
 * is changed. It keeps what it has read for minutes, so a test creates its postings first.
 */
export async function startAshbyReader(siteUrl: string) {
  const redirect = `const send = fetch
    globalThis.fetch = (address, options) => send(address.replace('https://api.ashbyhq.com', '${siteUrl}'), options)`
  const preload = `--import=data:text/javascript,${encodeURIComponent(redirect)}`
  const child = spawn(process.execPath, [preload, fileURLToPath(import.meta.resolve('mcp-ashby'))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, (response: RpcResponse) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const response = JSON.parse(line) as RpcResponse
    waiting.get(response.id)?.(response)
  })
  let count = 0
  const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const request = async (method: string, params: object) => {
    count += 1
    const { promise, resolve } = Promise.withResolvers<RpcResponse>()
    waiting.set(count, resolve)
    write({ id: count, method, params })
    const { result, error } = await promise
    if (!result || error || result.isError) throw new Error(error?.message ?? result?.content?.[0]?.text ?? 'no result')
    return result
  }
  await request('initialize', {
    protocolVersion: PROTOCOL,
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  write({ method: 'notifications/initialized' })

  return {
    /**
     * Calls one of its tools. It checks its own response against the shape that it promises.
     * @throws with its message when it cannot read the job board
     */
    call: async (tool: string, input: object) =>
      (await request('tools/call', { name: tool, arguments: input })).structuredContent,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
