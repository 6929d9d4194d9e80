/** Passkeys that one account may have, and characters of the name of one. */
export const PASSKEYS = { most: 20, nameLength: 60 } as const
