import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InterviewDefaults } from '../../../contract/interviews/interview.ts'
import type { OfferDetails } from '../../../contract/interviews/interview-offer.ts'
import { UNDO_TIME_TEXT } from '../../../contract/wire/undo-time.ts'
import { failureMessage } from '../../api/api-error.ts'
import { createAttemptKey } from '../../api/attempt-key.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { useSentFaults } from '../../ui/form/use-sent-faults.ts'
import { toast } from '../../ui/toast/toast.ts'
import { NOBODY_TOLD } from '../messages/told-texts.ts'
import { MeetingFieldset } from './interview-fieldset.tsx'
import { fieldsOf, likelyZones, type OpenInterview } from './interview-form.ts'
import { agendaQuery } from './interviews-api.ts'
import { busyTimes, lastDayOf, type OfferFields, readOffer } from './offer-form.ts'
import { OfferedTimesField } from './offered-times-field.tsx'
import { offersOverviewQuery, offerTimes } from './offers-api.ts'
import { useOfferRefresh, useWithdrawing } from './use-interview-changes.ts'
import { timeAfter, weekOf } from './week-view.ts'

type OfferDialogProps = Omit<OpenInterview, 'interview'> & {
  latest: InterviewDefaults | undefined
  onClose: () => void
}

/** Offers times for an interview. What was chosen stays when it cannot be saved; leaving it asks. */
export function OfferDialog({ applicationId, applicantName, latest, onClose }: OfferDialogProps) {
  const { company, sendsMail } = usePageData()
  const { timeZone: companyZone } = company
  const [now] = useState(() => new Date())
  const [fields, setFields] = useState<OfferFields>(() => ({
    ...fieldsOf(undefined, { companyZone, now, latest }),
    times: [],
    chosenLastDay: null,
  }))
  const { details, faults } = readOffer(fields, now)
  const { shown, noteAttempt } = useSentFaults(faults)
  const [isDirty, setDirty] = useState(false)
  const leaving = sendsMail ? `The message leaves in ${UNDO_TIME_TEXT}.` : NOBODY_TOLD
  const saving = useOffering(applicationId, leaving, onClose)
  const busy = useBusy(fields, now)
  const suggest = useRef<HTMLButtonElement>(null)
  const change = (part: Partial<OfferFields>) => {
    setDirty(true)
    setFields((before) => ({ ...before, ...part }))
  }
  const send = () => {
    noteAttempt()
    if (details) saving.mutate(details)
  }
  return (
    <FormDialog
      title="Offer times"
      description={`${applicantName} chooses one. ${leaving}`}
      formName="Offered times"
      action="Offer times"
      initialFocus={suggest}
      failure={saving.error && failureMessage(saving.error)}
      isDirty={isDirty}
      isBusy={saving.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <OfferedTimesField {...{ fields, now, busy, suggest }} fault={shown.times} onChange={change} />
      <TextField
        label="Last day to choose"
        type="date"
        value={lastDayOf(fields, now)}
        error={shown.lastDay}
        onChange={(event) => change({ chosenLastDay: event.target.value })}
      />
      <MeetingFieldset
        fields={fields}
        faults={shown}
        latest={latest}
        zones={likelyZones({ companyZone, latest })}
        onChange={change}
      />
    </FormDialog>
  )
}

/** When the named interviewers are taken, in the weeks that can be chosen from. */
function useBusy(fields: OfferFields, now: Date) {
  const { token } = useAuth()
  const week = weekOf(now)
  const present = useQuery(agendaQuery(token, week))
  const later = useQuery(agendaQuery(token, timeAfter(week)))
  const offers = useQuery(offersOverviewQuery(token))
  const planned = [...(present.data?.interviews ?? []), ...(later.data?.interviews ?? [])]
  return busyTimes(fields, { planned, offered: offers.data?.open ?? [] })
}

/** @param leaving when the message leaves, as a sentence */
function useOffering(applicationId: number, leaving: string, onDone: () => void) {
  const refresh = useOfferRefresh()
  const showFailure = useFailureNotice()
  const withdrawing = useWithdrawing()
  const [attempts] = useState(createAttemptKey)
  return useMutation({
    mutationFn: (details: OfferDetails) => offerTimes(applicationId, details, attempts.keyFor(details, null)),
    retry: false,
    onSuccess: async (offer) => {
      toast({
        title: 'Times offered',
        about: offer.applicantName,
        description: leaving,
        durationMs: 10_000,
        action: { label: 'Undo', run: () => withdrawing.withdraw(offer) },
      })
      onDone()
      await refresh()
    },
    onError: (error) => showFailure(error, { title: 'Times not offered' }),
  })
}
