/** Present names of zones that some browsers list by their former ones. */
const PRESENT_NAMES: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** The time zones to choose from by their present names, each once. @param stored stays the value of its zone */
export function timeZoneOptions(stored: string): { value: string; label: string }[] {
  const labels = [...Intl.supportedValuesOf('timeZone'), 'UTC', stored].map(presentName)
  return [...new Set(labels)]
    .toSorted()
    .map((label) => ({ value: label === presentName(stored) ? stored : label, label }))
}

function presentName(zone: string): string {
  return PRESENT_NAMES[zone] ?? zone
}
