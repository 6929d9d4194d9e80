import type { Services } from '../feature.ts'

/** Our site as browsers keep passkeys for it: by its host, which is part of what a passkey signs. */
export type RelyingParty = { rpId: string; rpName: string; origin: string }

/** Our site, from the address that visitors use. */
export function relyingPartyOf({ config }: Pick<Services, 'config'>): RelyingParty {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpId: hostname, rpName: config.company.name, origin }
}
