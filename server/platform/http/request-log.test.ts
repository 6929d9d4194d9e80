import { expect, test } from 'vitest'
import { LOG_FORMAT } from './request-log.ts'

const { err } = LOG_FORMAT.serializers

test('an error is logged with message and code, and without what a library attached to it', () => {
  const row = Object.assign(new Error('null value in column "name" violates not-null constraint'), {
    code: '23502',
    table: 'applications',
    detail: 'Failing row contains (1, Ada Lovelace, ada@example.com).',
  })
  const fault = Object.assign(new Error('Request failed', { cause: row }), {
    status: 401,
    config: { headers: { Authorization: 'Bearer secret' } },
    response: { data: 'Ada Lovelace' },
  })
  expect(err(fault)).toMatchObject({
    type: 'Error',
    message: 'Request failed',
    stack: expect.stringContaining('request-log.test.ts'),
    status: 401,
    cause: { message: row.message, code: '23502', table: 'applications' },
  })
  expect(JSON.stringify(err(fault))).not.toMatch(/Ada|ada@|Bearer|secret/)
})

test('thrown values that are no errors, and causes in a circle, are logged', () => {
  const circle = new Error('round')
  circle.cause = circle
  expect(JSON.stringify(err(circle)).match(/"message"/g)).toHaveLength(6)
  expect(err('just a text')).toEqual({ type: 'string', message: 'just a text', stack: '' })
  const tried = new AggregateError([new Error('no route to ::1'), new Error('refused')], '')
  expect(err(tried)).toMatchObject({ errors: [{ message: 'no route to ::1' }, { message: 'refused' }] })
})
