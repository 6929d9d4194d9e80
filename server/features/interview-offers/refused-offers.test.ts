import { expect, test } from 'vitest'
import type { OfferDetails } from '../../../contract/interviews/interview-offer.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { DETAILS, prepareOffers } from '../../../test/smtp/offer-kit.ts'

const { app, arrive, tryOffer, offer, setStatus } = prepareOffers()

test('what cannot be offered is refused with its field', async () => {
  const dana = await arrive('Dana Reed')
  const refusals: [Partial<OfferDetails>, string][] = [
    [{ times: DETAILS.times.slice(0, 1) }, 'times'],
    [{ times: [...DETAILS.times, ...DETAILS.times] }, 'times'],
    [
      {
        times: [
          { date: '2026-03-02', time: '05:00' },
          { date: '2026-03-09', time: '10:00' },
        ],
      },
      'times.0',
    ],
    [
      {
        times: [
          { date: '2026-03-09', time: '10:00' },
          { date: '2026-03-08', time: '02:30' },
        ],
      },
      'times.1',
    ],
    [{ lastDay: '2026-03-12' }, 'lastDay'],
    [{ lastDay: '2026-03-01' }, 'lastDay'],
    [{ kind: 'on_site', place: null }, 'place'],
  ]
  for (const [changes, path] of refusals) {
    const { status, body } = await tryOffer(dana, changes)
    expect([status, body.issues?.[0]?.path], JSON.stringify(changes)).toEqual([400, path])
  }
  await offer(dana)
  expect((await tryOffer(dana)).body.message).toBe(
    'This applicant has times to choose from already. Withdraw them first.',
  )
  const lee = await arrive('Lee Moss')
  await setStatus(lee, 'rejected')
  expect((await tryOffer(lee)).body.message).toContain('undecided')
})

test('a repeated request offers once', async () => {
  const dana = await arrive('Dana Reed')
  const headers = { ...(await app().signIn()), 'content-type': 'application/json', 'idempotency-key': 'one' }
  const send = () =>
    app().request(pathTo(ADMIN_API.applicationOffers, dana.id), {
      method: 'POST',
      headers,
      body: JSON.stringify(DETAILS),
    })
  const ids = await Promise.all(
    [send(), send(), send()].map(async (one) => ((await (await one).json()) as { id: number }).id),
  )
  expect(new Set(ids).size).toBe(1)
})
