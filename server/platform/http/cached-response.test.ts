import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { countOtherWork } from '../../../test/other-work.ts'
import { assembleCachedResponse, createCachedResponse } from './cached-response.ts'

const OPTIONS = { contentType: 'text/plain; charset=utf-8', cacheControl: 'no-cache' }

/** Keeps the processor busy. */
function work(milliseconds: number) {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('a response made in pieces equals the one made at once', async () => {
  const pieces = ['Kỹ sư ', '👩‍🔧', '', ' مهندس']
  expect(await assembleCachedResponse(pieces, OPTIONS)).toEqual(createCachedResponse(pieces.join(''), OPTIONS))
})

test('a long response made in pieces has the tag of the one made at once, and keeps its body compressed', async () => {
  const pieces = Array.from({ length: 600 }, (_, index) => `${index} `.repeat(1_000))
  const whole = createCachedResponse(pieces.join(''), OPTIONS)
  const { plainLength, ...assembled } = await assembleCachedResponse(pieces, OPTIONS)
  expect({ ...assembled, body: gunzipSync(assembled.body) }).toEqual(whole)
  expect(plainLength).toBe(whole.body.length)
  expect(assembled.body.length).toBeLessThan(whole.body.length / 2)
})

test('a fault while a response is made in pieces is the fault of making it', async () => {
  const pieces = function* () {
    yield 'begun'
    throw new Error('no more')
  }
  await expect(assembleCachedResponse(pieces(), OPTIONS)).rejects.toThrow('no more')
})

test('other work goes on while a long response is made', async () => {
  function* slowPieces() {
    for (let piece = 0; piece < 10; piece += 1) {
      work(6)
      yield 'piece'
    }
  }
  const otherWork = countOtherWork()
  await assembleCachedResponse(slowPieces(), OPTIONS)
  expect(otherWork()).toBeGreaterThanOrEqual(10)
})
