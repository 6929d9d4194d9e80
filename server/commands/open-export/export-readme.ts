import { tablePath } from './export-lines.ts'
import { EXPORTED_TABLES, LEFT_OUT_TABLES } from './exported-tables.ts'

/** The text that explains an export to a person or a program that does not know Wellhead. */
export function exportReadme({
  rows,
  madeAt,
  wellhead,
}: {
  rows: Readonly<Record<string, number>>
  madeAt: Date
  wellhead: string
}): string {
  const tables = EXPORTED_TABLES.map(
    (table) => `| \`${tablePath(table)}\` | ${(rows[table.name] ?? 0).toLocaleString('en')} | ${table.holds} |`,
  )
  const leftOut = [...LEFT_OUT_TABLES].map(
    ([reason, names]) => `- ${reason} (${names.map((name) => `\`${name}\``).join(', ')}).`,
  )
  return `# Export of Wellhead

Made on ${madeAt.toISOString()} by Wellhead ${wellhead}. It holds personal data: keep it as carefully as the applications themselves, and delete
it when it has served. People who were erased later are still in it.

## Data

Each file has one JSON object a line (JSON lines, UTF-8), ordered by \`id\`.

| File | Lines | What a line is |
|---|---:|---|
${tables.join('\n')}

- Instants are ISO 8601 in UTC. Days are those of the company's time zone.
- 0 and 1 stand for no and yes.
- \`..._id\` is the \`id\` of another file: \`application_id\` that of \`data/applications.jsonl\`, \`job_id\` that of \`data/jobs.jsonl\`,
  \`account_id\` that of \`data/accounts.jsonl\`.
- An application's reference is APP- with its \`id\` in four digits or more, that of a posting is JOB-.
- \`name_key\`, \`email_key\`, \`phone_digits\` and \`content_hash\` are derived from the other fields.

## Files

\`files/\` has the resumes by application. \`file\` in \`data/resumes.jsonl\` is the path of a resume, \`original_name\` its name, and \`sha256\` its
checksum. A resume that no store had whole has no \`file\`.

## Check

    sha256sum --check SHA256SUMS

## Read it back

Into an empty data folder, or an empty PostgreSQL database, with the version of Wellhead that made it:

    npm run import -- FOLDER

## Left out

${leftOut.join('\n')}
`
}
