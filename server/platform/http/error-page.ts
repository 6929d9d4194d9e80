import type { FastifyRequest } from 'fastify'
import { escapeMarkup } from '../../../contract/wire/escape-text.ts'
import type { RequestError } from './request-error.ts'

/** Whether a person looks at the response: the browser has asked for a page, not a program for data. */
export function isNavigation({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith('/api/') && /\btext\/html\b/.test(headers.accept ?? '')
}

/** The page that says what has failed, in words of the site. It needs nothing that could have failed too. */
export function errorPage({ status, message }: RequestError): string {
  const title = status === 404 ? '404 Page Not Found' : 'This page cannot be shown'
  const words = status === 404 ? 'This site has no page at this address.' : escapeMarkup(message)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<main>
<h1>${title}</h1>
<p>${words}</p>
<p><a href="/">Back to Home</a></p>
</main>
</html>
`
}
