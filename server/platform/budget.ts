/** The work that each caller may cause in some time: a store of milliseconds that fills up again steadily. */
export type Budget = {
  /** Milliseconds until a caller may cause work again; 0 when it may now. */
  waitMs(caller: string): number
  /** Takes the milliseconds that a piece of work has cost; the last one may cost more than was left. */
  spend(caller: string, costMs: number): void
}

/** What a caller that has been quiet may spend at once, and what comes back each second, in milliseconds. */
export type BudgetSize = { mostMs: number; perSecondMs: number }

/** Callers that are remembered. The one that spent longest ago is forgotten first. */
const MAX_CALLERS = 10_000

/**
 * Makes a budget, kept in memory: each process counts by itself.
 * @param now milliseconds of a clock that is never set back
 */
export function createBudget({ mostMs, perSecondMs }: BudgetSize, now = () => performance.now()): Budget {
  const spent = new Map<string, { ms: number; at: number }>()
  const perMs = perSecondMs / 1000
  const spentBy = (caller: string) => {
    const entry = spent.get(caller)
    return entry ? Math.max(0, entry.ms - (now() - entry.at) * perMs) : 0
  }

  return {
    waitMs: (caller) => {
      const excess = spentBy(caller) - mostMs
      return excess < 0 ? 0 : Math.max(1000, excess / perMs)
    },
    spend: (caller, costMs) => {
      const ms = spentBy(caller) + costMs
      // Deleted first, so that the order of the map is the order of spending.
      spent.delete(caller)
      spent.set(caller, { ms, at: now() })
      if (spent.size > MAX_CALLERS) spent.delete(spent.keys().next().value ?? '')
    },
  }
}
