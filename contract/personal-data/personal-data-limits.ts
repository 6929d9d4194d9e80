/** Rules of retention: the longest period, days between being set aside and erased, and people on a page of a list of them. */
export const RETENTION = {
  ...{ mostDays: 3_660, setAsideDays: 30, mostNoticeDays: 90 },
  ...{ page: 20, mostPages: 100_000, broughtBack: 500 },
} as const

/** What applicants agree to who stay on file: characters of a text, and how many versions of it there may be. */
export const CONSENT = { text: 3_000, mostVersions: 200 } as const

/** Legal holds: characters of a reason, days ahead that one may end, and how many there may be. */
export const LEGAL_HOLD = { reason: 500, mostDays: 3_660, most: 1_000 } as const
