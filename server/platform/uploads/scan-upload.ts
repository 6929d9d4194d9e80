import { createReadStream } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { ScanState } from '../../../contract/vocabulary.ts'
import type { StagedFile } from '../file-stores/local/resume-store.ts'
import { RequestError, unavailable } from '../http/request-error.ts'
import { ScannerFault, TooLongToScan, type VirusScanner } from '../virus-scan/clamd-client.ts'

/** The scanner that uploads go through, and whether there is a way past it. */
export type UploadScan = { scanner: VirusScanner; isRequired: boolean }

/**
 * Scans a file before it is kept.
 * @param scan null where no scanner is configured
 * @returns what is to be noted of the file
 * @throws {RequestError} `infected`; or, when a scan is required, `unavailable` where it cannot be had now and
 * `too_large` where the scanner takes no file of this length
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

/** Trying again would not help, so the applicant is told what does. */
function tooLongToScan(): RequestError {
  return new RequestError(
    'too_large',
    'The resume is larger than the virus scanner of this site takes. Please choose a smaller file.',
  )
}
