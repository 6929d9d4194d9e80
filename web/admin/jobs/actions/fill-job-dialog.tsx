import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import type { OpenApplication, OpenApplications } from '../../../../contract/filling/filling.ts'
import type { Job } from '../../../../contract/jobs/job.ts'
import { formatReference } from '../../../../contract/wire/reference.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SelectField } from '../../../ui/form/field.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { PlannedInterviewsField } from '../../interviews/question/planned-interviews-field.tsx'
import { type Filling, openApplicationsQuery } from './filling-api.ts'
import { labelOfRule } from './filling-texts.ts'
import { type FillingForm, STAYING, useFillingForm } from './use-filling-form.ts'

/** What the dialog takes. */
export type FillJobDialogProps = {
  job: Job
  /** @param filling without it no application changes */
  onFill: (filling?: Filling) => void
  onClose: () => void
}

/** Asks who was hired, and what happens to the others who are still open; without any, the posting is filled at once. */
export function FillJobDialog({ job, onFill, onClose }: FillJobDialogProps) {
  const { token } = useAuth()
  const query = useQuery({ ...openApplicationsQuery(token, job.id), retry: false })
  const fill = (filling?: Filling) => {
    onClose()
    onFill(filling)
  }
  // Without the applications there is no question, and none is changed.
  useFillWithoutQuestion(query.isError || query.data?.total === 0, () => fill())
  if (!query.data?.total) return null
  return <FillingQuestion job={job} open={query.data} onFill={fill} onClose={onClose} />
}

function FillingQuestion({ job, open, onFill, onClose }: FillJobDialogProps & { open: OpenApplications }) {
  const form = useFillingForm(open)
  const formId = useId()
  const { total } = open
  return (
    <Dialog
      isSmall
      staysOpenOnOutsideClick
      title="Mark as filled"
      description={
        <p className="text-base text-ink">
          <bdi>“{job.title}”</bdi> takes no more applications once it is filled. {formatCount(total)}{' '}
          {total === 1 ? 'applicant is' : 'applicants are'} still open.
        </p>
      }
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          {form.rejected.length > 0 && (
            <Button tone="secondary" onClick={() => onFill(form.filling)}>
              Fill and reject them
            </Button>
          )}
          <Button onClick={() => onFill({ ...form.filling, reject: [] })}>Fill and keep them</Button>
        </>
      }
    >
      <form
        id={formId}
        aria-label="Mark as filled"
        className="grid min-w-0 content-start gap-5"
        onSubmit={(event) => event.preventDefault()}
      >
        <HiredField form={form} open={open} />
        <StayingField form={form} />
        {form.rejected.length > 0 && <RejectionFields form={form} />}
        <p role="status" className="border-line border-t pt-4">
          {form.summary}
        </p>
      </form>
    </Dialog>
  )
}

/** Everybody who is open, the furthest first. */
function HiredField({ form, open: { applications } }: { form: FillingForm; open: OpenApplications }) {
  const groups = [...Map.groupBy(applications, ({ status }) => status)]
  return (
    <SelectField
      isStandalone
      label="Who was hired?"
      value={form.hiredId ?? ''}
      onChange={(event) => form.hire(Number(event.target.value) || null)}
    >
      <option value="">None of them</option>
      {groups.map(([status, people]) => (
        <optgroup key={status} label={APPLICATION_STATUS[status].name}>
          {people.map((one) => (
            <option key={one.id} value={one.id}>
              {nameOf(one)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}

function nameOf({ id, name }: OpenApplication): string {
  return `${name} (${formatReference('APP', id)})`
}

/** Those who are rejected only where they are ticked. */
function StayingField({ form }: { form: FillingForm }) {
  const { asked } = form
  if (asked.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="text-ink-muted text-sm">
        Those in {APPLICATION_STATUS[STAYING].name} stay as they are. Tick whom to reject too.
      </legend>
      <div className="-mx-1 max-h-44 overflow-y-auto px-1">
        {asked.map((one) => (
          <label key={one.id} className="flex min-h-11 min-w-0 cursor-pointer items-center gap-3 md:min-h-9">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              checked={form.isTicked(one.id)}
              onChange={() => form.tick(one.id)}
            />
            <bdi className="min-w-0 wrap-anywhere">{nameOf(one)}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function RejectionFields({ form }: { form: FillingForm }) {
  return (
    <>
      {form.rules.length > 0 && (
        <SelectField
          isStandalone
          label="Message to those who are rejected"
          value={form.rule}
          onChange={(event) => form.chooseRule(event.target.value)}
        >
          {form.rules.map((rule) => (
            <option key={rule} value={rule}>
              {labelOfRule(rule, form.sendsMail)}
            </option>
          ))}
        </SelectField>
      )}
      <PlannedInterviewsField ahead={form.ahead} value={form.interviews} onChange={form.chooseInterviews} />
    </>
  )
}

function useFillWithoutQuestion(isReady: boolean, fill: () => void) {
  const latest = useRef(fill)
  latest.current = fill
  useEffect(() => {
    if (isReady) latest.current()
  }, [isReady])
}
