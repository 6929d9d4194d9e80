import * as z from 'zod'
import { MAXIMUM, OFFER } from '../wire/limits.ts'
import { idSchema, instantSchema, optionalText } from '../wire/validation.ts'
import { interviewFields, withPlace } from './interview.ts'
import { INTERVIEW_KINDS, OFFER_STATES } from './interview-terms.ts'

// To chosen times the applicant is always invited, and so the form is decided.
const { date, time, invites: _, ...shared } = interviewFields

const FEWEST = `Offer at least ${OFFER.fewestTimes} times`
const MOST = `Offer at most ${OFFER.mostTimes} times`

/** Body of `POST /api/admin/applications/{id}/interview-offers`. */
export const offerDetailsSchema = withPlace(
  z.strictObject({
    ...shared,
    kind: shared.kind.exclude(['undecided']),
    times: z
      .array(z.strictObject({ date, time }))
      .min(OFFER.fewestTimes, FEWEST)
      .max(OFFER.mostTimes, MOST)
      .refine(
        (all) => new Set(all.map((one) => `${one.date}T${one.time}`)).size === all.length,
        'Offer each time once',
      ),
    lastDay: date.describe('The last day on which the applicant can choose, in the time zone'),
  }),
)

/** An offer of times as an admin reads it. */
export const interviewOfferSchema = z.strictObject({
  id: idSchema,
  applicationId: idSchema,
  applicantName: z.string(),
  jobId: idSchema.nullable(),
  state: z.enum(OFFER_STATES),
  isOpen: z
    .boolean()
    .describe('Whether the applicant can choose: false too while the application or posting is decided'),
  times: z
    .array(z.strictObject({ startsAt: instantSchema, isLeft: z.boolean().describe('Neither passed nor taken') }))
    .describe('By time'),
  minutes: z.int(),
  timeZone: z.string(),
  kind: z.enum(INTERVIEW_KINDS),
  place: z.string().nullable(),
  interviewers: z.array(z.strictObject({ name: z.string(), address: z.string() })),
  lastDay: z.string().describe('In the time zone'),
  endsAt: instantSchema.describe('Until when the applicant can choose'),
  reason: z.string().nullable().describe('What an applicant wrote who wants other times'),
  createdAt: instantSchema,
  closedAt: instantSchema.nullable(),
  undoableUntil: instantSchema
    .nullable()
    .describe('Before that the applicant hears nothing of an offer that is withdrawn'),
})

/** Response of `GET /api/admin/applications/{id}/interview-offers`: newest first. */
export const interviewOffersSchema = z.strictObject({ offers: z.array(interviewOfferSchema) })

/** Response of `GET /api/admin/interview-offers`. */
export const offersOverviewSchema = z.strictObject({
  open: z.array(interviewOfferSchema).describe('Those that applicants can choose from, by their last day'),
  unanswered: z
    .array(interviewOfferSchema)
    .describe('Without a choice, or declined, whose open application has got nothing else since; oldest first'),
})

/** An offer as its applicant reads it. */
export const ownOfferSchema = z.strictObject({
  id: idSchema,
  times: z.array(instantSchema).describe('Those that are left, by time'),
  minutes: z.int(),
  timeZone: z.string(),
  kind: z.enum(INTERVIEW_KINDS),
  place: z.string().nullable().describe('Where it is on site; the invitation has the link of a video call'),
  interviewers: z.array(z.string()).describe('Names'),
  lastDay: z.string().describe('In the time zone'),
  endsAt: instantSchema,
})

/** Body of `POST /api/my-application/interview-offers/{id}/choice`. */
export const timeChoiceSchema = z.strictObject({ startsAt: instantSchema })

/** Body of `POST /api/my-application/interview-offers/{id}/decline`. */
export const declinedTimesSchema = z.strictObject({ reason: optionalText(MAXIMUM.note) })

/** What the page of an offer shows; null when its link is not valid, or not any more. */
export type InterviewTimesPageData = {
  token: string
  job: string | null
  /** Null once nothing can be chosen any more. */
  offer: OwnOffer | null
  /** The chosen interview; null without one. */
  booked: { startsAt: string; minutes: number } | null
  /** Whether the applicant has asked for other times. */
  isDeclined: boolean
  /** IANA name of the company's zone, in which the page writes times without JavaScript. */
  companyZone: string
  /** Why what was sent could not be done. */
  fault: string | null
}

/** The times that are offered, and what for. */
export type OfferDetails = z.output<typeof offerDetailsSchema>
/** An offer of times as an admin reads it. */
export type InterviewOffer = z.output<typeof interviewOfferSchema>
/** Offers that wait, and those that need an admin. */
export type OffersOverview = z.output<typeof offersOverviewSchema>
/** An offer as its applicant reads it. */
export type OwnOffer = z.output<typeof ownOfferSchema>
