/** How a body goes over the wire. */
export type Encoding = 'br' | 'gzip' | 'identity'

/**
 * Which of the encodings we have a caller likes best; of equals the one that makes the smallest body.
 * @param accepted the caller's `Accept-Encoding` (RFC 9110 section 12.5.3); what it does not name is not sent
 */
export function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const weights = new Map(accepted.split(',').map(readOffer))
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? 0
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
  return weightOf(best) > 0 && weightOf(best) >= weightOf('identity') ? best : 'identity'
}

function readOffer(offer: string): [name: string, weight: number] {
  const [name = '', parameter = 'q=1'] = offer.toLowerCase().split(';')
  const weight = Number(parameter.trim().replace(/^q=/, ''))
  return [name.trim(), weight >= 0 && weight <= 1 ? weight : 0]
}
