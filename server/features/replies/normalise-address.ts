/** An address as addresses are compared: the same letters in another case, or composed in another way, are the same address. */
export function normaliseAddress(address: string): string {
  return address.trim().normalize('NFC').toLowerCase()
}
