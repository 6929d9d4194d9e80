import type { Settings } from '../../../contract/site/settings.ts'
import { createStoredDrafts } from '../../session/stored-drafts.ts'

/** What was typed into the card of answers and is not saved; everything else is as stored. */
export type TypedAnswers = {
  /** As it stands in its field. */
  answerWithinDays?: string
  decisionMessages?: Partial<Settings['decisionMessages']>
  digest?: Partial<Settings['digest']>
  isPromisePublic?: boolean
}

/** What was typed, in this browser tab. */
export const answerSettingsDrafts = createStoredDrafts<TypedAnswers>('answer-settings-drafts')

/** Key of their only draft. */
export const ANSWER_SETTINGS_DRAFT = 0

/** The settings with what was typed; what another admin has changed elsewhere stays. */
export function withTyped(
  settings: Settings,
  { answerWithinDays, decisionMessages, digest, isPromisePublic = settings.isPromisePublic }: TypedAnswers,
): Settings {
  return {
    ...settings,
    isPromisePublic,
    answerWithinDays: answerWithinDays === undefined ? settings.answerWithinDays : parseDays(answerWithinDays),
    decisionMessages: { ...settings.decisionMessages, ...decisionMessages },
    digest: { ...settings.digest, ...digest },
  }
}

/** An empty field is no number; `Number` alone would read it as 0. */
function parseDays(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
