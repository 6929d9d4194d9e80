import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField } from '../../../contract/imports/import-fields.ts'
import type { Import, ImportOptions } from '../../../contract/imports/imports.ts'
import { SelectField } from '../../ui/form/field.tsx'

/** The options of an import, and what changes them. */
export type Mapping = { options: ImportOptions; onChange: (options: ImportOptions) => void }

/** What each column becomes, with what stands in it first. */
export function ColumnMapping({ headers, plan, options, onChange }: Pick<Import, 'headers' | 'plan'> & Mapping) {
  const change = (index: number, value: string) => {
    const field = value === '' ? null : (value as ImportField)
    const isAlone = field !== null && IMPORT_FIELDS[field].takes === 'one'
    // A field that takes one column leaves the other.
    const columns = options.columns.map((each, at) => (at === index ? field : isAlone && each === field ? null : each))
    onChange({ ...options, columns })
  }
  return (
    <ul className="grid grid-cols-1 gap-3">
      {headers.map((header, index) => {
        const field = options.columns[index] ?? null
        const example = plan?.rows.map(({ cells }) => cells[index]?.trim()).find(Boolean)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and none moves
          <li key={index} className="grid grid-cols-1 gap-1 border-line border-b pb-3 last:border-0 last:pb-0">
            <SelectField
              label={header || `Column ${index + 1}`}
              className="min-w-0"
              value={field ?? ''}
              hint={example ? `Such as ${example.slice(0, 60)}` : 'Empty in the first rows'}
              onChange={({ currentTarget: { value } }) => change(index, value)}
            >
              <option value="">Leave out</option>
              {IMPORT_FIELD_NAMES.map((name) => (
                <option key={name} value={name}>
                  {IMPORT_FIELDS[name].label}
                </option>
              ))}
            </SelectField>
          </li>
        )
      })}
    </ul>
  )
}
