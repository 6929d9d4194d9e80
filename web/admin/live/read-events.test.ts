import { expect, test } from 'vitest'
import { readEvents } from './read-events.ts'

async function read(parts: readonly string[]) {
  const data: string[] = []
  let count = 0
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
  await readEvents(stream, { data: (one) => data.push(one), any: () => (count += 1) })
  return { data, count }
}

test('events are read whole, however the network cuts them, and comments are none', async () => {
  expect(await read([': open\n\nda', 'ta: {"a":', '1}\n', '\ndata: 2\n\n:\n\n'])).toEqual({
    data: ['{"a":1}', '2'],
    count: 4,
  })
})

test('a response that is no stream of events is not read without end', async () => {
  await expect(read(Array.from({ length: 20 }, () => 'x'.repeat(10_000)))).rejects.toThrow('No stream of events')
})
