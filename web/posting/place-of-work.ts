import type { Company } from '../../contract/company.ts'
import { regionOfCode, regionOfName } from './regions.ts'

/** The unambiguous parts of a location; the country as ISO 3166-1 alpha-2, if known. */
export type PlaceOfWork =
  | { kind: 'remote'; country: string | undefined }
  | { kind: 'city'; locality: string; region: string; country: string | undefined }
  | { kind: 'text' }

const REMOTE = /^remote(?: ?\(([^()]*)\))?$/i
const CITY_AND_REGION = /^([^,()]+), ([^,()]+)(?: \(([^()]*)\))?$/
/** Every word of a name begins with a capital; "or", "near" and "from" do not. */
const CITY = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*)*$/u
const NO_CITY = /\b(?:remote|hybrid|or|and|anywhere|any|various|multiple)\b/i
const ANOTHER_PLACE = /\b(?:or|and)\b|[/;&]/i
const NOT_ONLY_REMOTE = /hybrid|on[ -]?site/i

/**
 * Reads a location such as `Midland, Texas (on site)` or `Remote (US)`. Whatever else it may mean is left as text:
 * search engines must get only what the page says.
 */
export function readPlaceOfWork(location: string, company: Company['address']): PlaceOfWork {
  const text = location.trim().replaceAll(/\s+/g, ' ')
  const remote = REMOTE.exec(text)
  if (remote) return readRemote(remote[1] ?? '', company)
  const [, locality = '', region = '', note = ''] = CITY_AND_REGION.exec(text) ?? []
  const isCity = CITY.test(locality) && !NO_CITY.test(locality) && !ANOTHER_PLACE.test(note)
  if (!isCity || !isRegion(region, company)) return { kind: 'text' }
  return { kind: 'city', locality, region, country: countryOf(region, company) }
}

function readRemote(note: string, company: Company['address']): PlaceOfWork {
  if (NOT_ONLY_REMOTE.test(note)) return { kind: 'text' }
  return {
    kind: 'remote',
    country: isCountry(note.replace(/ only$/i, ''), company.country) ? company.country : undefined,
  }
}

/** A code counts only where it is written as such: in the company's region, or in North America. */
function isRegion(region: string, company: Company['address']): boolean {
  if (region === company.region || regionOfName(region)) return true
  return (company.country === 'US' || company.country === 'CA') && regionOfCode(region) !== undefined
}

/**
 * Known where the region is the company's own, or a state of its country by its full name. A code may be another
 * country's.
 */
function countryOf(region: string, company: Company['address']): string | undefined {
  const named = regionOfName(region)
  const isOwn = region === company.region || (named !== undefined && named.code === company.region)
  return isOwn || named?.country === company.country ? company.country : undefined
}

/** Whether a text is a country's code or its English name. */
function isCountry(text: string, code: string): boolean {
  const isCode = /^[A-Z]{2}$/.test(code)
  const names = isCode ? [code, new Intl.DisplayNames(['en'], { type: 'region' }).of(code)] : []
  return names.includes(text) || (code === 'US' && text === 'USA')
}
