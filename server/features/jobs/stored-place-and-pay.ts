import { createHash } from 'node:crypto'
import { type PayFacts, type PlaceAndPay, readPlaceAndPay } from '../../../contract/jobs/place-and-pay/job-pay.ts'
import type { Company } from '../../../contract/site/company.ts'
import type { JobRow } from '../../platform/database/tables.ts'
import { presentJob } from './job-fields.ts'

/** Raise it whenever the same posting is read otherwise: stored places and pay are then read again. */
export const RULES = 2

/** The place and pay that are stored with a posting. They are read from its texts when it is written. */
export type StoredPlaceAndPay = {
  /** The version of what reads them: the rules, the names of countries and currencies, and the company's address. */
  reader: string
  /** The columns for a posting. */
  columnsOf(job: PayFacts): Pick<JobRow, 'place_and_pay' | 'place_and_pay_reader'>
  /** Those of a row. Where another version has read it, or none, they are read now. */
  of(row: JobRow): PlaceAndPay
}

/** Makes the reader of a company's postings. @param company its address tells what texts mean */
export function storedPlaceAndPay(company: Company['address']): StoredPlaceAndPay {
  const address = createHash('sha256').update(JSON.stringify(company)).digest('hex').slice(0, 16)
  const reader = `rules ${RULES}, names ${process.versions.cldr}, address ${address}`
  return {
    reader,
    columnsOf: (job) => ({
      place_and_pay: JSON.stringify(readPlaceAndPay(job, company)),
      place_and_pay_reader: reader,
    }),
    of: (row) =>
      row.place_and_pay !== null && row.place_and_pay_reader === reader
        ? (JSON.parse(row.place_and_pay) as PlaceAndPay)
        : readPlaceAndPay(presentJob(row), company),
  }
}
