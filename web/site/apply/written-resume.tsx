import { type ComponentProps, useEffect } from 'react'
import {
  RESUME_SECTION_MAXIMUM,
  RESUME_SECTION_TITLES,
  RESUME_SECTIONS,
  type ResumeSection,
} from '../../../contract/applications/written-resume.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'

const HINTS: Record<ResumeSection, string> = {
  work: 'Newest first: employer, role, years, and what you did',
  education: 'School, degree or certificate, and year',
  skills: 'Tools, systems, languages and licences',
  links: 'Addresses of work that we may look at',
}

/** What the fields take from the form. */
type SectionFieldsProps = {
  register: (name: ResumeSection) => Omit<ComponentProps<'textarea'>, 'className'>
  errors: { [Name in ResumeSection]?: { message?: string | undefined } | undefined }
}

/** A field for each heading of a resume that is written into the form. One of them is enough. */
export function SectionFields({ register, errors }: SectionFieldsProps) {
  return RESUME_SECTIONS.map((section) => (
    <TextAreaField
      key={section}
      label={RESUME_SECTION_TITLES[section]}
      hint={HINTS[section]}
      maxLength={RESUME_SECTION_MAXIMUM.characters}
      rows={3}
      isStandalone
      className="sm:col-span-2"
      error={errors[section]?.message}
      {...register(section)}
    />
  ))
}

/** The headings in place of the resume field, and the way back to it. */
export function WritingFields({
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
