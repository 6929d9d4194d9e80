import { clientSite } from './client-address.ts'
import { tooManyRequests } from './request-error.ts'

/** The work that each network may cause in some time: a store of milliseconds that fills up again steadily. */
export type NetworkBudget = {
  /** Whether the network of an address has not used up its budget. */
  hasRoom(address: string): boolean
  /** @throws {RequestError} `too_many_requests` while the network of an address has used up its budget */
  require(address: string): void
  /** Takes the milliseconds that a request has cost; the last one may cost more than was left. */
  spend(address: string, costMs: number): void
}

/** Networks that are remembered. The one that spent longest ago is forgotten first. */
const MAX_NETWORKS = 10_000

/**
 * Makes a budget, kept in memory: each process counts by itself.
 * @param options.mostMs what a network that has been quiet may spend at once, in milliseconds
 * @param options.perSecondMs what comes back each second, in milliseconds: the share of a core that one network may use for long
 * @param options.reason a sentence that says what was sent too often
 * @param options.now milliseconds of a clock that is never set back
 */
export function createNetworkBudget({
  mostMs,
  perSecondMs,
  reason,
  now = () => performance.now(),
}: {
  mostMs: number
  perSecondMs: number
  reason: string
  now?: () => number
}): NetworkBudget {
  const spent = new Map<string, { ms: number; at: number }>()
  const perMs = perSecondMs / 1000
  const spentBy = (network: string) => {
    const entry = spent.get(network)
    return entry ? Math.max(0, entry.ms - (now() - entry.at) * perMs) : 0
  }

  const excessOf = (address: string) => spentBy(clientSite(address)) - mostMs

  return {
    hasRoom: (address) => excessOf(address) < 0,
    require: (address) => {
      const excess = excessOf(address)
      if (excess >= 0) throw tooManyRequests(reason, Math.max(1000, excess / perMs))
    },
    spend: (address, costMs) => {
      const network = clientSite(address)
      const ms = spentBy(network) + costMs
      // Deleted first, so that the order of the map is the order of spending.
      spent.delete(network)
      spent.set(network, { ms, at: now() })
      if (spent.size > MAX_NETWORKS) spent.delete(spent.keys().next().value ?? '')
    },
  }
}
