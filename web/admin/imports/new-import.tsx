import { type FormEvent, useState } from 'react'
import { IMPORT_PRESET_NAMES, IMPORT_PRESETS, type ImportPreset } from '../../../contract/imports/import-presets.ts'
import type { Import } from '../../../contract/imports/imports.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { FileField } from '../../ui/form/file-field.tsx'
import { useNewImport } from './import-api.ts'

/** Chooses the table and the files of a new import, sends them, and shows how far that is. */
export function NewImport({ onMade }: { onMade: (made: Import) => void }) {
  const [table, setTable] = useState<File | null>(null)
  const [files, setFiles] = useState<File | null>(null)
  const [preset, setPreset] = useState('')
  const [fault, setFault] = useState<string>()
  const [percent, setPercent] = useState(0)
  const sending = useNewImport(setPercent, onMade)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault(table ? undefined : 'Choose a table')
    if (!table || sending.isPending) return
    setPercent(0)
    sending.mutate({ table, files, preset: preset === '' ? null : (preset as ImportPreset) })
  }
  return (
    <form noValidate aria-label="New import" className="grid grid-cols-1 gap-5" onSubmit={submit}>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <FileField
          label="Table"
          hint="CSV with a row of column names; JSON Resume as one file or a ZIP. Up to 100 MB."
          accept=".csv,.tsv,.txt,.json,.zip"
          error={fault}
          file={table}
          onChange={(file) => {
            setTable(file)
            setFault(undefined)
          }}
          disabled={sending.isPending}
        />
        <FileField
          label="Resumes"
          isOptional
          hint="A ZIP of PDF, Word or text files, matched by file name or by email address."
          accept=".zip"
          error={undefined}
          file={files}
          onChange={setFiles}
          disabled={sending.isPending}
        />
      </div>
      <SelectField
        label="Comes from"
        hint="Its columns and statuses are known. Everything can be changed before anything is imported."
        className="max-w-sm"
        value={preset}
        onChange={({ currentTarget: { value } }) => setPreset(value)}
        disabled={sending.isPending}
      >
        <option value="">Find out by the columns</option>
        {IMPORT_PRESET_NAMES.map((name) => (
          <option key={name} value={name}>
            {IMPORT_PRESETS[name].label}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" tone="primary" isBusy={sending.isPending}>
          Upload and preview
        </Button>
        {sending.isPending ? (
          <div role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
            <progress aria-label="Upload progress" max={100} value={percent} className="upload-progress max-w-64" />
            <span className="text-sm">{percent < 100 ? `${percent}%` : 'Reading the rows...'}</span>
          </div>
        ) : (
          <p className="measure text-ink-muted text-sm">Nothing is imported yet, and nobody is sent a message.</p>
        )}
      </div>
    </form>
  )
}
