import type { TemplateKind } from '../../../../contract/messages/message-kinds.ts'

/** Subject and body of a template. */
export type Template = { subject: string; body: string }

const lines = (...paragraphs: string[]) => `${paragraphs.join('\n\n')}\n`

/** The message with a new private link. It has no other purpose, so no admin can write another text. */
export const LINK_MESSAGE: Template = {
  subject: 'Your link to your application ({reference})',
  body: lines(
    'Hello {first_name|there},',
    'here is a new private link to your application for {job} at {company}:\n{status_link}',
    'You did not ask for it? Then there is nothing to do: only you have got it.',
    'Kind regards\n{company}',
  ),
}

/** The message with new private links to several applications of one address. */
export const LINKS_MESSAGE: Template = {
  subject: 'Your links to your applications at {company}',
  body: lines(
    'Hello {first_name|there},',
    'here are new private links to your applications at {company}:\n{status_link}',
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
      'thank you for your application for {job} at {company}. It is stored safely under the reference {reference}, and a person will read it.',
      'See how it stands, add to it or withdraw it here:\n{status_link}',
      'Kind regards\n{company}',
    ),
  },
  reviewing: {
    subject: 'We are reading your application ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'we have begun to read your application for {job}. You will hear from us again.',
      'See how it stands here:\n{status_link}',
      'Kind regards\n{sender}\n{company}',
    ),
  },
  interview: {
    subject: 'We would like to talk to you ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'your application for {job} has made us curious, and we would like to talk to you. {interview}',
      'See how it stands here:\n{status_link}',
      'Kind regards\n{sender}\n{company}',
    ),
  },
  interview_offer: {
    subject: 'Choose a time for our interview ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'we would like to talk to you about your application for {job}. Choose the time that suits you here:\n{status_link}',
      '{interview}',
      'Nothing suits you? Tell us on the same page.',
      'Kind regards\n{sender}\n{company}',
    ),
  },
  interview_offer_reminder: {
    subject: 'A time for our interview: please choose ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'you have not yet chosen a time for our interview about your application for {job}. Choose one here:\n{status_link}',
      '{interview}',
      'Kind regards\n{sender}\n{company}',
    ),
  },
  rejected: {
    subject: 'Your application for {job} ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'thank you for the time that you put into your application for {job}. We have read it and decided to go on with other applicants.',
      'We are glad that you thought of us, and wish you well in your search.',
      'Kind regards\n{sender}\n{company}',
    ),
  },
  apology: {
    subject: 'Your application for {job} takes us longer ({reference})',
    body: lines(
      'Hello {first_name|there},',
      'we promised you an answer about your application for {job}, and have not kept that. We are sorry.',
      'Your application is still open. You hear from us by {answer_by}.',
      'See how it stands here:\n{status_link}',
      'Kind regards\n{sender}\n{company}',
    ),
  },
  hired: {
    subject: 'Welcome to {company}',
    body: lines(
      'Hello {first_name|there},',
      'we would be glad to have you with us as {job}. We will call you about everything else.',
      'Kind regards\n{sender}\n{company}',
    ),
  },
}
