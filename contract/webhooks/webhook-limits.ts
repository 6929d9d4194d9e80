/** Webhooks: characters of a name and of an address, how many there can be, deliveries on a page, and how many one request replays. */
export const WEBHOOK = { name: 60, address: 2_000, most: 20, deliveries: 50, replayed: 1_000 } as const
