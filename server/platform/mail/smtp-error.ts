/** An error of nodemailer: the code of the server's response, the response, the kind of error and the command in flight. */
export type SmtpError = Error & {
  responseCode?: number
  response?: string | false
  code?: string
  originalCode?: string
  command?: string
}

/** Whether a mail is larger than the server takes: it announced a limit, or says so. */
export function isTooLarge({ response, responseCode, code, command }: SmtpError): boolean {
  if (response) return responseCode === 552 || /^\d+[ -][45]\.3\.4\b/.test(response)
  return code === 'EMESSAGE' && command === 'MAIL FROM'
}
