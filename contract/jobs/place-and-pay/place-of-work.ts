import { countryOfName, isPartOfUk, regionOfCode, regionOfName } from './regions.ts'

/** Where the company is: it tells what texts mean. The country is ISO 3166-1 alpha-2. */
export type CompanyAddress = { locality: string; region?: string | undefined; country: string }

/** The unambiguous parts of a location; the country as ISO 3166-1 alpha-2, if known. */
export type PlaceOfWork =
  | { kind: 'remote'; country: string | undefined }
  | { kind: 'city'; city: string; region: string | undefined; country: string | undefined }
  | { kind: 'text' }

/** A city as it stands in a text, perhaps with its region. */
export type NamedPlace = { city: string; region: string | undefined }

const REMOTE = /^remote(?: ?\(([^()]*)\))?$/i
/** A city, perhaps its region and country, and perhaps a note. */
const PLACE = /^([^,()]+)(?:, ([^,()]+))?(?:, ([^,()]+))?(?: \(([^()]*)\))?$/
/** Every word of a name begins with a capital; "or", "near" and "from" do not. */
const NAME = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*)*$/u
const NO_CITY = /\b(?:remote|hybrid|or|and|anywhere|any|various|multiple)\b/i
const ANOTHER_PLACE = /\b(?:or|and)\b|[/;&]/i
const NOT_ONLY_REMOTE = /hybrid|on[ -]?site/i
/** Words of a name that says no city: `Head Office`, `Worldwide`. */
const PREMISES = /\b(?:office|headquarters|hq|plant|site|shop|store|campus|field|yard|worldwide|global|nationwide)\b/i

/**
 * Reads a location such as `Midland, Texas (on site)`, `Aberdeen, Scotland` or `Remote (US)`. Whatever else it may mean is
 * left as text: search engines must get only what the page says.
 */
export function readPlaceOfWork(location: string, company: CompanyAddress): PlaceOfWork {
  const text = withPlainSpaces(location)
  const remote = REMOTE.exec(text)
  if (remote) return readRemote(remote[1] ?? '', company)
  const [, city = '', second, third, note = ''] = PLACE.exec(text) ?? []
  const isCity = NAME.test(city) && !NO_CITY.test(city) && !ANOTHER_PLACE.test(note)
  const rest = isCity ? readRegion(city, [second, third], company) : undefined
  return rest ? { kind: 'city', city, region: rest.region, country: rest.country } : { kind: 'text' }
}

/** The city that a location seems to name, for readers that demand one: also where its country is not known for certain. */
export function namedPlaceOf(location: string): NamedPlace | undefined {
  const [, city = '', region, , note = ''] = PLACE.exec(withPlainSpaces(location)) ?? []
  const isName = (name: string) => NAME.test(name) && !NO_CITY.test(name)
  if (!isName(city) || PREMISES.test(city) || ANOTHER_PLACE.test(note)) return undefined
  return region === undefined || NAME.test(region) ? { city, region } : undefined
}

/**
 * The country of a state, province or region. A full name says it, and so does the company's own region; a code may be
 * another country's.
 */
export function countryOfRegion(region: string, company: CompanyAddress): string | undefined {
  const named = regionOfName(region)
  const isOwn = region === company.region || (named !== undefined && named.code === company.region)
  if (isOwn) return company.country
  return named?.country ?? (isPartOfUk(region) ? 'GB' : undefined)
}

type Rest = { region?: string | undefined; country: string | undefined }

/** Region and country behind a city; undefined where they cannot be read for certain. */
function readRegion(
  city: string,
  [second, third]: readonly (string | undefined)[],
  company: CompanyAddress,
): Rest | undefined {
  const own = city === company.locality ? company : undefined
  if (second === undefined) return own
  if (third !== undefined) return readRegionAndCountry(second, third, company)
  if (isRegion(second, company)) return { region: second, country: countryOfRegion(second, company) }
  const country = countryOf(second, company)
  if (!country) return undefined
  return own?.country === country ? own : { region: undefined, country }
}

function readRegionAndCountry(region: string, name: string, company: CompanyAddress): Rest | undefined {
  const country = countryOf(name, company)
  const namedRegion = regionOfName(region) ?? regionOfCode(region)
  const fits = NAME.test(region) && (namedRegion === undefined || namedRegion.country === country)
  return country && fits ? { region, country } : undefined
}

function readRemote(note: string, company: CompanyAddress): PlaceOfWork {
  if (NOT_ONLY_REMOTE.test(note)) return { kind: 'text' }
  return { kind: 'remote', country: countryOf(note.replace(/ only$/i, ''), company) }
}

/** A code counts only where it is written as such: in the company's region, or in North America. */
function isRegion(region: string, company: CompanyAddress): boolean {
  if (region === company.region || regionOfName(region) || isPartOfUk(region)) return true
  return (company.country === 'US' || company.country === 'CA') && regionOfCode(region) !== undefined
}

/** The country of its English name; of a code only where it is the company's. */
function countryOf(text: string, company: CompanyAddress): string | undefined {
  const isOwnCode = text === company.country && regionOfCode(text) === undefined
  return isOwnCode ? text : countryOfName(text)
}

function withPlainSpaces(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
