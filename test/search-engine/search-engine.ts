import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import type { IndexNowSettings } from '../../server/platform/index-now/index-now-settings.ts'

/** What one request of IndexNow has. */
type Announcement = { host: string; key: string; keyLocation: string; urlList: string[] }

/** A search engine that takes announcements of changed pages. */
export async function startSearchEngine() {
  const received: Announcement[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    received.push((await json(request)) as Announcement)
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const indexNow: IndexNowSettings = { key: '0123456789abcdef', url: `http://127.0.0.1:${port}/indexnow` }
  return {
    /** The settings of an app that announces to it. */
    indexNow,
    received,
    /** Sets the status of its responses. */
    respondWith: (given: number) => {
      status = given
    },
    stop: () => server.close(),
  }
}
