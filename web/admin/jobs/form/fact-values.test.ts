import { expect, test } from 'vitest'
import { type JobFacts, NO_FACTS } from '../../../../contract/jobs/job-facts.ts'
import { factFaults, factsOf, factValuesOf } from './fact-values.ts'

const FACTS: JobFacts = {
  ...NO_FACTS,
  workplace: 'remote',
  remoteCountries: ['US', 'CA'],
  payMin: 34_000.5,
  payCurrency: 'USD',
  payPeriod: 'year',
  closingDate: '2026-09-30',
  hiringSteps: ['A call', 'A day at the shop'],
}

test('facts survive the way from the server through the form and back', () => {
  for (const facts of [FACTS, NO_FACTS]) expect(factsOf(factValuesOf(facts))).toEqual(facts)
})

test('numbers may have commas, countries small letters, and steps empty lines between them', () => {
  const typed = {
    ...factValuesOf(FACTS),
    payMin: ' 34,000.50 ',
    remoteCountries: 'us; Canada',
    hiringSteps: 'A call\n\nA day at the shop\n',
  }
  expect(factFaults(typed)).toEqual([])
  expect(factsOf(typed)).toEqual(FACTS)
})

test.each([
  ['payMin', { payMax: '5' }],
  ['payCurrency', { payCurrency: '' }],
  ['remoteCountries', { remoteCountries: 'US, Atlantis' }],
  ['hiringSteps', { hiringSteps: 'x\n'.repeat(11) }],
])('%s has the fault of %j', (field, changes) => {
  expect(factFaults({ ...factValuesOf(FACTS), ...changes }).map(({ path }) => path)).toEqual([field])
})

test.each([
  ['34,50', 'Write 34.50 or 3,450.'],
  ['34,5', 'Write 34.50 or 345.'],
  ['1234,50', 'Write 1234.50 or 123,450.'],
  ['0,50', 'Write 0.50 or 50.'],
  ['1,2,3', 'Write a number such as 34.50 or 3,450.'],
  ['85,0000', 'Write a number such as 34.50 or 3,450.'],
  ['1.234,50', 'Write a number such as 34.50 or 3,450.'],
  ['1e5', 'Write a number such as 34.50 or 3,450.'],
  ['much', 'Write a number such as 34.50 or 3,450.'],
])('a pay of %s is refused with how to write it, and not shown as a number', (payMin, message) => {
  const typed = { ...factValuesOf(FACTS), payMin }
  expect(factFaults(typed)).toEqual([{ path: 'payMin', message }])
  expect(factsOf(typed).payMin).toBeNull()
})

test.each([
  ['85,000', 85_000],
  ['1,234,567.50', 1_234_567.5],
  ['1234567', 1_234_567],
  ['34.5', 34.5],
])('a pay of %s is %s', (payMin, amount) => {
  const typed = { ...factValuesOf(FACTS), payMin }
  expect(factFaults(typed)).toEqual([])
  expect(factsOf(typed).payMin).toBe(amount)
})

test('what is wrong with the pay is said together with what is wrong elsewhere', () => {
  const typed = {
    ...factValuesOf(FACTS),
    payCurrency: '',
    payPeriod: '',
    remoteCountries: 'Atlantis',
    closingDate: 'soon',
  }
  expect(
    factFaults(typed)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['closingDate', 'payCurrency', 'payPeriod', 'remoteCountries'])
})

test.each([
  ['US CA, united kingdom', ['US', 'CA', 'GB']],
  ['UK; Türkiye; cote d’ivoire', ['GB', 'TR', 'CI']],
  ['the moon', ['the moon']],
])('countries %j are %j', (remoteCountries, codes) => {
  const typed = { ...factValuesOf(NO_FACTS), remoteCountries }
  expect(factsOf(typed).remoteCountries).toEqual(codes)
})
