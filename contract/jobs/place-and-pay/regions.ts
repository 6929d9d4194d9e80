import { COUNTRIES } from '../../wire/countries.ts'

type Region = { country: 'US' | 'CA'; code: string; name: string }

/** By postal code. Without Georgia, which is a country too. */
const STATES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,HI Hawaii,' +
  'ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,' +
  'MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,' +
  'NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,' +
  'RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,' +
  'WV West Virginia,WI Wisconsin,WY Wyoming'

const PROVINCES =
  'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NT Northwest Territories,' +
  'NS Nova Scotia,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon'

const REGIONS: readonly Region[] = [...listed('US', STATES), ...listed('CA', PROVINCES)]

/** The state or province of a full name. */
export function regionOfName(name: string): Region | undefined {
  return REGIONS.find((region) => region.name === name)
}

/** The state or province of a postal code; in other countries the same two letters mean something else. */
export function regionOfCode(code: string): Region | undefined {
  return REGIONS.find((region) => region.code === code)
}

const PARTS_OF_UK: readonly string[] = ['England', 'Scotland', 'Wales', 'Northern Ireland']
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...['US', 'USA', 'United States of America'].map((name) => [name, 'US'] as const),
  ...['UK', 'Great Britain', ...PARTS_OF_UK].map((name) => [name, 'GB'] as const),
  ...['The Netherlands', 'Holland'].map((name) => [name, 'NL'] as const),
  ['UAE', 'AE'],
])

let countryNames: ReadonlyMap<string, string> | undefined

/**
 * The country of an English name, ISO 3166-1 alpha-2. Codes are left out, as most are states too; so is Georgia.
 * @returns undefined where the text names none
 */
export function countryOfName(name: string): string | undefined {
  countryNames ??= readCountryNames()
  return OTHER_NAMES.get(name) ?? countryNames.get(name)
}

/** A region as short as possible, so that `Texas` and `TX` are the same. */
export function shortRegion(region: string): string {
  return regionOfName(region)?.code ?? region
}

/** Whether a text names a country of the United Kingdom, which addresses have as their region. */
export function isPartOfUk(name: string): boolean {
  return PARTS_OF_UK.includes(name)
}

function readCountryNames(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  return new Map(COUNTRIES.filter((code) => code !== 'GE').map((code) => [names.of(code) ?? code, code]))
}

function listed(country: Region['country'], list: string): Region[] {
  return list.split(',').map((entry) => ({ country, code: entry.slice(0, 2), name: entry.slice(3) }))
}
