/** Names that break programs: accents, apostrophes, right to left, no Latin letters, commas, quotes, formulas, SQL, one letter, very long. */
const NAMES: readonly (readonly [string, string])[] = [
  ['Zoë', 'Müller-Lüdenscheidt'],
  ["D'Arcy", "O'Neill, Jr."],
  ['José María', 'Núñez y Núñez'],
  ['محمد', 'العربي'],
  ['李', '小龙'],
  ['Ωmega', '"The Pipe" Smith'],
  ['=HYPERLINK("x")', '@SUM(1)'],
  ["Robert'); drop table jobs;--", 'Tables'],
  ['Å', 'Ø'],
  ['Hubert Blaine'.repeat(6), 'Wolfeschlegelsteinhausenbergerdorff'],
  ['🦊', 'Fox'],
  ['Nguyễn', 'Thị\u00a0Ánh\tTuyết'],
]

/** The columns of the export of OpenCATS, as `lib/Candidates.php` names them. */
export const OPENCATS_HEADERS = [
  'candidateID',
  'lastName',
  'firstName',
  'phoneHome',
  'phoneCell',
  'email1',
  'keySkills',
]

/** An export of OpenCATS as it writes one: headers bare, every value in quotes, lines ended as on Windows. */
export function opencatsExport(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const [first = '', last = ''] = NAMES[index % NAMES.length] ?? []
    const skills = index % 3 === 0 ? 'PLC, "SCADA"\r\nModbus; RTU' : ''
    return [
      String(index + 1),
      last,
      `${first} ${index}`,
      '',
      index % 2 ? `(432) 555-${1000 + index}` : '',
      `c.${index}@example.com`,
      skills,
    ]
  })
  const lines = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
  return [OPENCATS_HEADERS.join(','), ...lines, ''].join('\r\n')
}
