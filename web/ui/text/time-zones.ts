/** Present names of zones that some browsers list by their former ones. */
const PRESENT_NAMES: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** Zones that stand before the others. */
const MOST_LIKELY = 5

type TimeZoneOption = { value: string; label: string }

/**
 * The time zones to choose from by their present names, each once: the likely ones first, at most five, then the others.
 * @param stored stays the value of its zone
 */
export function timeZoneOptions(
  stored: string,
  likely: readonly string[] = [],
): { likely: TimeZoneOption[]; others: TimeZoneOption[] } {
  const first = [...new Set(likely.map(presentName))].slice(0, MOST_LIKELY)
  const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', stored].map(presentName))
  const toOption = (label: string) => ({ value: label === presentName(stored) ? stored : label, label })
  return {
    likely: first.map(toOption),
    others: [...all]
      .filter((label) => !first.includes(label))
      .toSorted()
      .map(toOption),
  }
}

function presentName(zone: string): string {
  return PRESENT_NAMES[zone] ?? zone
}
