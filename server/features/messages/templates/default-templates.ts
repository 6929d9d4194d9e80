import type { TemplateKind } from '../../../../contract/messages/message-kinds.ts'

/** Subject and body of a template. */
export type Template = { subject: string; body: string }

const lines = (...paragraphs: string[]) => `${paragraphs.join('\n\n')}\n`

/** What the button to the private page says. */
export const SEE_STATUS = 'See where it stands'

/** The private link on a line of its own; a card has the button alone. */
export const STATUS_LINK = `${SEE_STATUS}:\n{status_link}`

/** What a card shows as a table; a line without a value is left out. */
const FACTS = 'Position: {job}\nReference: {reference}\nAnswer by: {answer_by}'

/** The message with a new private link. It has no other purpose, so no admin can write another text. */
export const LINK_MESSAGE: Template = {
  subject: 'Your link to your application ({reference})',
  body: lines(
    'Hello {first_name|there},',
    'You asked for a new private link to your application for {job} at {company}. Here it is:\n{status_link}',
    'You did not ask for it? Then there is nothing to do: only you have got it.',
    'Kind regards\n{company}',
  ),
}

/** The message with new private links to several applications of one address. */
export const LINKS_MESSAGE: Template = {
  subject: 'Your links to your applications at {company}',
  body: lines(
    'Hello {first_name|there},',
    'You asked for new private links to your applications at {company}. Here they are:\n{status_link}',
    'You did not ask for them? Then there is nothing to do: only you have got them.',
    'Kind regards\n{company}',
  ),
}

/** The built-in templates, until an admin writes others. */
export const DEFAULT_TEMPLATES: Readonly<Record<TemplateKind, Template>> = {
  receipt: {
    subject: 'We have your application ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'Thank you for your application for {job} at {company}. It is stored safely, and a person will read it.',
      FACTS,
      'You can add to your application, or withdraw it, on its private page.',
      STATUS_LINK,
      'Kind regards\n{company}',
    ),
  },
  reviewing: {
    subject: 'We are reading your application ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'We have begun to read your application for {job}. You will hear from us again.',
      FACTS,
      STATUS_LINK,
      'Kind regards\n{sender}\n{company}',
    ),
  },
  interview: {
    subject: 'We would like to talk to you ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'Your application for {job} has made us curious, and we would like to talk to you. {interview}',
      STATUS_LINK,
      'Kind regards\n{sender}\n{company}',
    ),
  },
  interview_offer: {
    subject: 'Choose a time for our interview ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'We would like to talk to you about your application for {job}.',
      '{interview}',
      'Choose the time that suits you. Nothing does? Tell us on the same page:\n{status_link}',
      'Kind regards\n{sender}\n{company}',
    ),
  },
  interview_offer_reminder: {
    subject: 'A time for our interview: please choose ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'You have not yet chosen a time for our interview about your application for {job}.',
      '{interview}',
      'Choose the time that suits you:\n{status_link}',
      'Kind regards\n{sender}\n{company}',
    ),
  },
  rejected: {
    subject: 'Your application for {job} ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'Thank you for the time that you put into your application for {job}. We have read it and decided to go on with other applicants.',
      'We are glad that you thought of us, and wish you well in your search.',
      'Kind regards\n{sender}\n{company}',
    ),
  },
  apology: {
    subject: 'Your application for {job} takes us longer ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'We promised you an answer about your application for {job}, and have not kept that. We are sorry.',
      'Your application is still open. You hear from us by {answer_by}.',
      STATUS_LINK,
      'Kind regards\n{sender}\n{company}',
    ),
  },
  erasure_notice: {
    subject: 'We will erase your application ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'Some time ago you applied for {job} at {company}. We no longer need what you sent us, so we will erase it on {erase_on}, with your resume and our messages.',
      'There is nothing you have to do. If you would like us to keep it and to think of you for other positions, tell us before that day:\n{status_link}',
      'Kind regards\n{company}',
    ),
  },
  hired: {
    subject: 'Welcome to {company}',
    body: lines(
      'Hello {first_name|there},',
      'We would be glad to have you with us as {job}. We will call you about everything else.',
      'Kind regards\n{sender}\n{company}',
    ),
  },
}
