import * as z from 'zod'
import { configPart, trueOrFalse } from '../config-part.ts'

/** The address of clamd: a socket file, or a host and a port. */
export type ScannerAddress = { path: string } | { host: string; port: number }

/** The settings of the virus scanner. */
export type ScanSettings = {
  address: ScannerAddress
  /** Whether a resume that cannot be scanned is refused; otherwise it is accepted, marked, and scanned later. */
  isRequired: boolean
}

/** The scanner's part of the configuration. */
export const scanConfig = configPart(
  {
    CLAMAV_SOCKET: z.string().transform(readAddress).optional(),
    CLAMAV_REQUIRED: trueOrFalse('CLAMAV_REQUIRED', false),
  },
  {
    settings: ({ CLAMAV_SOCKET: address, CLAMAV_REQUIRED: isRequired }): ScanSettings | null =>
      address ? { address, isRequired } : null,
    faults: ({ CLAMAV_REQUIRED, CLAMAV_SOCKET }) =>
      CLAMAV_REQUIRED !== 'true' || CLAMAV_SOCKET
        ? []
        : ['CLAMAV_REQUIRED=true needs CLAMAV_SOCKET: without a scanner, every application would be refused'],
  },
)

function readAddress(text: string, context: z.RefinementCtx): ScannerAddress {
  const path = text.replace(/^unix:/, '')
  if (path.startsWith('/')) return { path }
  const [, host, digits] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (host && port > 0 && port < 65_536) return { host: host.replace(/^\[(.*)\]$/, '$1'), port }
  context.addIssue({ code: 'custom', message: 'CLAMAV_SOCKET must be the path of a socket or host:port' })
  return z.NEVER
}
