import * as z from 'zod'
import { APPLICATION_SORTS } from '../../../../contract/applications/application-terms.ts'
import { idSchema } from '../../../../contract/wire/validation.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { parseJson } from '../../../platform/parse-json.ts'
import type { ApplicationSort, ListPosition } from '../stored/application-list-queries.ts'

const cursorSchema = z.tuple([z.enum(APPLICATION_SORTS), z.string().refine((key) => !key.includes('\0')), idSchema])

/** The position in the form in which a link carries it. */
export function writeCursor(sort: ApplicationSort, { key, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url')
}

/**
 * Reads what {@link writeCursor} wrote.
 * @throws {RequestError} `invalid_request` when it is none, or one of another order
 */
export function readCursor(sort: ApplicationSort, cursor: string): ListPosition {
  const read = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!read.success || read.data[0] !== sort) {
    const message = 'This page of the list cannot be found. Please start again from the first page.'
    throw new RequestError('invalid_request', message, { issues: [{ path: 'cursor', message }] })
  }
  const [, key, id] = read.data
  return { key, id }
}
