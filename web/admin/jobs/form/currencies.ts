/** Currencies in which pay is given today: ISO 4217 without funds, metals, test codes and what has been replaced. */
const CURRENCIES: readonly string[] = `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
  COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR
  IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR
  MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD
  SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF
  YER ZAR ZMW
`
  .trim()
  .split(/\s+/)

/**
 * The currencies to choose from with their English names, the one of the company's country first.
 * @param country of the company, ISO 3166-1
 * @param stored one that a posting has, which stays a choice
 */
export function currencyChoices(country: string, stored: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'currency' })
  // A code begins with that of its country; the countries without one of their own have the euro.
  const own = CURRENCIES.find((code) => code.slice(0, 2) === country) ?? 'EUR'
  const codes = new Set([own, ...CURRENCIES, ...(stored === '' ? [] : [stored])])
  return [...codes].map((value) => ({ value, label: `${value}, ${names.of(value) ?? value}` }))
}
