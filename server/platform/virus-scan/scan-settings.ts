import * as z from 'zod'

/** The address of clamd: a socket file, or a host and a port. */
export type ScannerAddress = { path: string } | { host: string; port: number }

/** The settings of the virus scanner. */
export type ScanSettings = {
  address: ScannerAddress
  /** Whether a resume that cannot be scanned is refused; otherwise it is accepted, marked, and scanned later. */
  isRequired: boolean
}

/** The environment variables of the scanner. */
export const scanEnvironment = {
  CLAMAV_SOCKET: z.string().transform(readAddress).optional(),
  CLAMAV_REQUIRED: z
    .enum(['true', 'false'], 'CLAMAV_REQUIRED must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
}

/** The settings of the scanner; null without one. */
export function scanSettings(environment: z.output<z.ZodObject<typeof scanEnvironment>>): ScanSettings | null {
  const { CLAMAV_SOCKET: address, CLAMAV_REQUIRED: isRequired } = environment
  return address ? { address, isRequired } : null
}

/** The faults of the scanner's variables in combination. */
export function scanFaults(environment: Record<string, string | undefined>): string[] {
  if (environment.CLAMAV_REQUIRED !== 'true' || environment.CLAMAV_SOCKET) return []
  return ['CLAMAV_REQUIRED=true needs CLAMAV_SOCKET: without a scanner, every application would be refused']
}

function readAddress(text: string, context: z.RefinementCtx): ScannerAddress {
  const path = text.replace(/^unix:/, '')
  if (path.startsWith('/')) return { path }
  const [, host, digits] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (host && port > 0 && port < 65_536) return { host: host.replace(/^\[(.*)\]$/, '$1'), port }
  context.addIssue({ code: 'custom', message: 'CLAMAV_SOCKET must be the path of a socket or host:port' })
  return z.NEVER
}
