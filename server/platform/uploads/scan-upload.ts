import { createReadStream } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { ScanState } from '../../../contract/applications/resume-kinds.ts'
import type { StagedFile } from '../file-stores/file-store.ts'
import { RequestError, unavailable } from '../http/request-error.ts'
import { ScannerFault, TooLongToScan, type VirusScanner } from '../virus-scan/clamd-client.ts'

/** The virus scanner of uploads. With `isRequired` a file that cannot be scanned is refused. */
export type UploadScan = { scanner: VirusScanner; isRequired: boolean }

/**
 * Scans a staged file for viruses.
 * @param scan null where no scanner is configured
 * @returns the state to store; null without a scanner
 * @throws {RequestError} `infected`; when a scan is required, also `unavailable` while the scanner fails and `too_large`
 * when the file is too long for it
 */
export async function scanUpload(
  scan: UploadScan | null,
  file: StagedFile,
  log: FastifyBaseLogger,
): Promise<ScanState | null> {
  if (!scan) return null
  try {
    const { virus } = await scan.scanner.scan(createReadStream(file.path))
    if (virus === null) return 'clean'
    log.warn({ virus }, 'infected resume refused')
  } catch (error) {
    if (!(error instanceof ScannerFault)) throw error
    log.error({ err: error }, 'resume not scanned for viruses')
    if (scan.isRequired) throw error instanceof TooLongToScan ? tooLongToScan() : unavailable()
    return 'not-scanned'
  }
  throw new RequestError(
    'infected',
    'A virus was found in this file, so nothing was sent. Please check your device, or choose another file.',
  )
}

/** Trying again does not help, so the message says what does. */
function tooLongToScan(): RequestError {
  return new RequestError(
    'too_large',
    'The resume is larger than the virus scanner of this site takes. Please choose a smaller file.',
  )
}
