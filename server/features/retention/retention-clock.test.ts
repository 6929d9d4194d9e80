import fc from 'fast-check'
import { expect, test } from 'vitest'
import { APPLICATION_STATUSES } from '../../../contract/applications/status-lists.ts'
import type { RetentionPeriods } from '../../../contract/personal-data/retention-rules.ts'
import { type ClockedApplication, clockOf } from './retention-clock.ts'

const PERIODS: RetentionPeriods = { refused: 180, hired: null, undecided: 365 }

/** Some with daylight saving in either half of the year, one that left out a whole day, and one with a quarter of an hour. */
const ZONES = ['America/Chicago', 'Europe/Vienna', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu', 'UTC']

const application = (changes: Partial<ClockedApplication> = {}): ClockedApplication => ({
  ...{ id: 1, status: 'rejected', archived: 0, quarantined: 0, job_id: 7 },
  ...{
    created_at: '2026-01-05T12:00:00.000Z',
    withdrawn_at: null,
    moved_at: null,
    kept_from: null,
    consented_at: null,
  },
  ...changes,
})
const dueOf = (...applications: ClockedApplication[]) => clockOf(applications, PERIODS, 'America/Chicago')

const instant = fc
  .date({ min: new Date('2011-12-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const days = fc.integer({ min: 1, max: 3_660 })
const zone = fc.constantFrom(...ZONES)
const maybe = fc.option(instant)
/** Any application at all. */
const anything: fc.Arbitrary<ClockedApplication> = fc.record({
  id: fc.integer({ min: 1, max: 1_000 }),
  status: fc.constantFrom(...APPLICATION_STATUSES),
  archived: fc.constantFrom(0, 1),
  quarantined: fc.constantFrom(0, 1, 2),
  job_id: fc.option(fc.constant(7)),
  created_at: instant,
  withdrawn_at: maybe,
  moved_at: maybe,
  kept_from: fc.option(instant.map((at) => at.slice(0, 10))),
  consented_at: maybe,
})
const periods = fc.record({ refused: fc.option(days), hired: fc.option(days), undecided: fc.option(days) })
const FAR = '9999-12-31'

test.each([
  ['a refusal', { moved_at: '2026-03-01T12:00:00.000Z' }, { due: '2026-08-28', rule: 'refused' }],
  ['a refusal late on the day before, there', { moved_at: '2026-03-01T05:00:00.000Z' }, { due: '2026-08-27' }],
  [
    'a withdrawal',
    { status: 'pending', withdrawn_at: '2026-03-01', moved_at: '2026-03-01T12:00:00.000Z' },
    { due: '2026-08-28' },
  ],
  ['a withdrawal after hiring', { status: 'hired', withdrawn_at: '2026-03-01' }, { rule: 'refused' }],
  ['a general application', { status: 'reviewing', job_id: null }, { due: '2027-01-05', rule: 'undecided' }],
  ['one archived without a decision', { status: 'pending', archived: 1 }, { rule: 'undecided' }],
  ['one held as spam', { status: 'pending', quarantined: 1 }, { rule: 'undecided' }],
] as const)('%s is kept for its period', (_what, changes, due) => {
  expect(dueOf(application(changes))).toMatchObject(due)
})

test.each([
  ['is open in a posting', { status: 'pending' }],
  ['has an interview without a posting', { status: 'interview', job_id: null }],
  ['is hired, while those are kept', { status: 'hired' }],
] as const)('an application that %s keeps its person, and all other applications of it', (_what, changes) => {
  const kept = application(changes)
  expect([dueOf(kept), dueOf(kept, application()), dueOf(application(), kept)]).toEqual([null, null, null])
})

test('a leap day counts as a day', () => {
  const refused = { moved_at: '2028-02-28T12:00:00.000Z' }
  const dueAfter = (of: Partial<ClockedApplication>, count: number) =>
    clockOf([application(of)], { ...PERIODS, refused: count }, 'UTC')?.due
  expect([1, 2, 366].map((count) => dueAfter(refused, count))).toEqual(['2028-02-29', '2028-03-01', '2029-02-28'])
  expect(dueAfter({ moved_at: '2028-02-29T12:00:00.000Z' }, 365)).toBe('2029-02-28')
})

test('the day is that many calendar days of the company after the last decision, in every zone, as Temporal counts', () => {
  fc.assert(
    fc.property(instant, days, zone, (at, count, timeZone) => {
      const counted = clockOf([application({ moved_at: at })], { ...PERIODS, refused: count }, timeZone)
      const local = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate()
      expect(counted?.due).toBe(local.add({ days: count }).toString())
    }),
  )
})

test('a decision that is made again, undone or changed counts anew, and never shortens the time', () => {
  fc.assert(
    fc.property(instant, instant, days, zone, (one, other, count, timeZone) => {
      const [before, after] = [one, other].toSorted()
      const due = (moved_at: string | undefined) =>
        clockOf([application({ moved_at: moved_at ?? null })], { ...PERIODS, refused: count }, timeZone)?.due ?? ''
      expect(due(after) >= due(before)).toBe(true)
      expect(clockOf([application({ moved_at: after ?? null, status: 'reviewing' })], PERIODS, timeZone)).toBeNull()
    }),
  )
})

test('more days never erase earlier, and another application never does', () => {
  fc.assert(
    fc.property(
      fc.array(anything, { minLength: 1, maxLength: 5 }),
      anything,
      periods,
      days,
      zone,
      (all, one, rules, more, timeZone) => {
        const due = (of: ClockedApplication[], by: RetentionPeriods) => clockOf(of, by, timeZone)?.due ?? FAR
        const longer = Object.fromEntries(
          Object.entries(rules).map(([rule, count]) => [rule, count === null ? null : count + more]),
        ) as RetentionPeriods
        expect(due(all, longer) >= due(all, rules)).toBe(true)
        expect(due([...all, one], rules) >= due(all, rules)).toBe(true)
        expect(due([...all, one], rules) >= due([one], rules)).toBe(true)
        expect(due(all.toReversed(), rules)).toBe(due(all, rules))
      },
    ),
  )
})

test('nobody is erased earlier than a whole period after being brought back', () => {
  fc.assert(
    fc.property(anything, periods, zone, (one, rules, timeZone) => {
      const clock = clockOf([one], rules, timeZone)
      if (!clock || one.kept_from === null) return
      const back = Temporal.PlainDate.from(one.kept_from).add({ days: rules[clock.rule] ?? 0 })
      expect(clock.due >= back.toString()).toBe(true)
    }),
  )
})

test('a consent on a leap day counts one whole period from that day', () => {
  const consented = { moved_at: '2027-08-01T12:00:00.000Z', consented_at: '2028-02-29T12:00:00.000Z' }
  expect(dueOf(application(consented))).toEqual({ due: '2028-08-27', rule: 'refused', begunOn: '2028-02-29' })
})

test('a consent counts for one whole period of each application, from its day where the company is, as Temporal counts', () => {
  fc.assert(
    fc.property(
      fc.array(anything, { minLength: 1, maxLength: 4 }),
      instant,
      periods,
      zone,
      (all, at, rules, timeZone) => {
        const consented = all.map((one) => ({ ...one, consented_at: at }))
        const clock = clockOf(consented, rules, timeZone)
        if (clock === null) return
        const agreed = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate()
        expect(clock.due >= agreed.add({ days: rules[clock.rule] ?? 0 }).toString()).toBe(true)
        expect(clock.begunOn >= agreed.toString()).toBe(true)
      },
    ),
  )
})

test('a consent never erases earlier, and one that is withdrawn counts as none', () => {
  fc.assert(
    fc.property(
      fc.array(anything, { minLength: 1, maxLength: 4 }),
      instant,
      periods,
      zone,
      (all, at, rules, timeZone) => {
        const without = all.map((one) => ({ ...one, consented_at: null }))
        const withConsent = without.map((one) => ({ ...one, consented_at: at }))
        const due = (of: ClockedApplication[]) => clockOf(of, rules, timeZone)?.due ?? FAR
        expect(due(withConsent) >= due(without)).toBe(true)
        expect(due(withConsent.map((one) => ({ ...one, consented_at: null })))).toBe(due(without))
      },
    ),
  )
})

test('a consent keeps nobody whose application is opened again, and no later decision is judged by it', () => {
  fc.assert(
    fc.property(instant, instant, days, zone, (one, other, count, timeZone) => {
      const [agreed = '', decided = ''] = [one, other].toSorted()
      const rules = { ...PERIODS, refused: count }
      const reopened = application({ status: 'reviewing', moved_at: decided, consented_at: agreed })
      expect(clockOf([reopened], rules, timeZone)).toBeNull()
      const refusedAgain = { moved_at: decided, status: 'rejected' as const }
      expect(clockOf([application({ ...refusedAgain, consented_at: agreed })], rules, timeZone)).toEqual(
        clockOf([application(refusedAgain)], rules, timeZone),
      )
    }),
  )
})

test('the period of a person begins with the latest of all applications, whichever of them is due last', () => {
  fc.assert(
    fc.property(fc.array(anything, { minLength: 2, maxLength: 4 }), periods, zone, (all, rules, timeZone) => {
      const clock = clockOf(all, rules, timeZone)
      if (clock === null) return
      const begun = all.map((one) => clockOf([one], rules, timeZone)?.begunOn ?? '')
      expect(clock.begunOn).toBe(begun.toSorted().at(-1))
    }),
  )
})
