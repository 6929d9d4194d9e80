import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { SectionFields, type SectionFieldsProps } from './section-fields.tsx'

/** The headings in place of the resume field, and the way back to it. */
export function WrittenResume({
  onUpload,
  onShown,
  ...fields
}: SectionFieldsProps & { onUpload: () => void; onShown: () => void }) {
  useEffect(onShown, [onShown])
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5 border-line border-t pt-4 sm:col-span-2">
      <div>
        <h3 className="text-lg">Write your resume here</h3>
        <p className="text-ink-muted text-sm">Fill in at least one. We make a text file of it.</p>
        <Button tone="quiet" className="-ml-2" onClick={onUpload}>
          Upload a file instead
        </Button>
      </div>
      <SectionFields {...fields} />
    </div>
  )
}
