import { COUNTRIES } from '../../../../contract/wire/countries.ts'

/** Short names that people write; `Intl` knows the long ones. */
const ALIASES = { uk: 'GB', 'great britain': 'GB', usa: 'US', uae: 'AE', 'czech republic': 'CZ', turkey: 'TR' } as const

let codes: ReadonlyMap<string, string> | undefined

/** The English name of a country. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code
}

/**
 * The codes of countries that are typed as codes or English names, with commas, semicolons or line breaks between them;
 * between codes a space will do. What is neither stays as it is typed.
 */
export function readCountries(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const code = codeOf(part)
      if (code) return [code]
      const words = part.split(/\s+/).map((word) => codeOf(word) ?? '')
      return words.includes('') ? [part] : words
    })
}

function codeOf(text: string): string | undefined {
  const code = text.toUpperCase()
  if (COUNTRIES.includes(code)) return code
  codes ??= new Map([...COUNTRIES.map((each) => [plain(countryName(each)), each] as const), ...Object.entries(ALIASES)])
  return codes.get(plain(text))
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
}
