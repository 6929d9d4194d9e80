/** Employment types a posting may have. */
export const JOB_TYPES = ['Full-time', 'Part-time', 'Contract', 'Internship'] as const

/** Where the work of a posting is done. */
export const WORKPLACES = ['on_site', 'hybrid', 'remote'] as const

/** One of the places where the work of a posting is done. */
export type Workplace = (typeof WORKPLACES)[number]

/** What the pay of a posting is for. */
export const PAY_PERIODS = ['hour', 'day', 'week', 'month', 'year'] as const

/** One of the periods that pay is for. */
export type PayPeriod = (typeof PAY_PERIODS)[number]
