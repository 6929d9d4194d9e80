import { generateSecret, generateURI, verify } from 'otplib'
import { encode } from 'uqr'
import type { NewTotp } from '../../../contract/accounts/second-factors.ts'

/** How far the clock of a phone may be off, in seconds: one code before, and one after the present one. */
const TOLERANCE = 30

/** A new secret of an authenticator app: 160 random bits, in Base32. */
export function newTotpSecret(): string {
  return generateSecret()
}

/** What an authenticator app reads: a secret, and under which names the app lists it. */
export function describeTotp(names: { issuer: string; label: string }, secret: string): Omit<NewTotp, 'ticket'> {
  const uri = generateURI({ ...names, secret })
  const { size, data } = encode(uri, { ecc: 'M', border: 4 })
  return { secret, uri, qrCode: { size, path: pathOf(data) } }
}

/** The dark parts of a picture, each run of a row as a rectangle. */
function pathOf(rows: readonly boolean[][]): string {
  const runs = rows.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return runs.join('')
}

/** The time step whose code it is, among the present one and its neighbours; undefined for a wrong code. */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | undefined> {
  const result = await verify({ secret, token: code, epoch: now.getTime() / 1000, epochTolerance: TOLERANCE })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}
