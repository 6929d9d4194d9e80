import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Misbehaviour, startHostileProvider } from '../../../test/oidc/hostile-provider.ts'
import { createOidcClient, type OidcClient } from './oidc-client.ts'

const REDIRECT = 'https://jobs.example.com/api/auth/single-sign-on/callback'
const NOW_S = () => Math.floor(Date.now() / 1000)

let provider: Awaited<ReturnType<typeof startHostileProvider>>
let client: OidcClient
let now: number
beforeEach(async () => {
  provider = await startHostileProvider()
  now = 0
  client = createOidcClient(provider.settings, { redirectUrl: REDIRECT, deadlineMs: 400, now: () => now })
})
afterEach(() => provider.stop())

/** Signs in at the provider and takes what it leads back with. */
async function signIn(parameters: Record<string, string> = {}) {
  const { url, flow } = await client.begin()
  return client.finish(provider.authorize(url, REDIRECT, parameters), flow)
}

test('a person is who the provider says, by issuer and subject', async () => {
  provider.behave({ claims: { email_verified: true, hd: 'example.com', name: 'Zoë' } })
  expect(await signIn()).toEqual({
    ...{ issuer: provider.settings.issuer, subject: '1', email: 'zoe@example.com', isEmailVerified: true },
    ...{ hostedDomain: 'example.com', name: 'Zoë' },
  })
})

test('what is not as it should be counts as absent', async () => {
  provider.behave({ claims: { email: ['a@example.com'], email_verified: 'true', hd: 7, name: 'x'.repeat(2_000) } })
  expect(await signIn()).toMatchObject({ email: null, isEmailVerified: false, hostedDomain: null, name: null })
})

const REFUSED: Record<string, Misbehaviour> = {
  'another issuer': { claims: { iss: 'https://other.example.com' } },
  'another audience': { claims: { aud: 'another-client' } },
  'another nonce': { claims: { nonce: 'another' } },
  'no nonce': { claims: { nonce: undefined } },
  'an expired token': { claims: { exp: NOW_S() - 3_600, iat: NOW_S() - 7_200 } },
  'no subject': { claims: { sub: undefined } },
  'an endless subject': { claims: { sub: 'x'.repeat(256) } },
  'a token of another key': { signature: 'of another key' },
  'an altered token': { signature: 'altered' },
  'a token without signature': { signature: 'none' },
  'a token signed by the secret of the client': { signature: 'of the client secret' },
}

test.each(Object.entries(REFUSED))('%s is refused', async (_name, misbehaviour) => {
  provider.behave(misbehaviour)
  await expect(signIn()).rejects.toMatchObject({ kind: 'refused' })
})

describe('a response', () => {
  test('with another state, of another issuer, or without one is refused before the provider is asked', async () => {
    await client.begin()
    const asked = provider.requests.length
    for (const parameters of [{ state: 'another' }, { iss: 'https://other.example.com' }, { iss: '' }])
      await expect(signIn(parameters), JSON.stringify(parameters)).rejects.toMatchObject({ kind: 'refused' })
    expect(provider.requests.slice(asked)).toEqual([])
  })

  test('that says that the person has ended it is no fault of the provider', async () => {
    await expect(signIn({ error: 'access_denied', error_description: '<b>no</b>' })).rejects.toMatchObject({
      kind: 'cancelled',
      reason: 'access_denied',
    })
  })

  test('brings no words of the provider into the log', async () => {
    await expect(signIn({ error: 'odd\nwords', error_description: 'more' })).rejects.toMatchObject({
      kind: 'refused',
      reason: 'authorization_response',
    })
  })
})

const ANSWERS = ['never', 'slowly without end', 'with megabytes', 'with a redirect', 'with 500', 'with a page'] as const
const AWAY = (['discovery', 'token', 'jwks'] as const).flatMap((at) => ANSWERS.map((answers) => ({ at, answers })))

test.each(AWAY)('a provider that answers $answers at its $at is away, within the deadline', async (misbehaviour) => {
  provider.behave(misbehaviour)
  const began = performance.now()
  await expect(signIn()).rejects.toMatchObject({ kind: 'away' })
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('a provider that cannot be reached is away, is not asked again at once, and works once it is back', async () => {
  provider.behave({ at: 'discovery', answers: 'with 500' })
  const both = await Promise.allSettled([client.begin(), client.begin()])
  expect(both).toMatchObject([{ reason: { kind: 'away' } }, { reason: { kind: 'away' } }])
  expect(provider.requests, 'once for all who wait').toHaveLength(1)
  await expect(client.begin()).rejects.toMatchObject({ kind: 'away', reason: 'paused' })
  expect(provider.requests).toHaveLength(1)
  provider.behave({})
  now += 6_000
  expect(await signIn()).toMatchObject({ subject: '1' })
})

test('a provider that names itself otherwise than the settings is refused', async () => {
  provider.behave({ metadata: { issuer: `${provider.settings.issuer}/` } })
  await expect(client.begin()).rejects.toMatchObject({ kind: 'refused', reason: 'issuer_differs_from_settings' })
})

test('what the provider says of itself, and its keys, are read once', async () => {
  await signIn()
  await signIn()
  expect(provider.requests.toSorted()).toEqual(['/.well-known/openid-configuration', '/jwks', '/token', '/token'])
})
