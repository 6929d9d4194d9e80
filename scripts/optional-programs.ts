import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstallPackages, installPackages } from './debian-package.ts'
import { isExecutable } from './is-executable.ts'

/** Programs that some tests run beside Wellhead, and their Debian packages. Without a program, its tests are skipped. */
const PACKAGES = { clamd: 'clamav-daemon', dovecot: 'dovecot-imapd', nginx: 'nginx-light', pgbouncer: 'pgbouncer' }

/** Folders of daemons, which are not on every PATH. */
const DAEMONS = ['/usr/sbin', '/usr/local/sbin']

/** On a machine with this file, such as a container, installing a package starts no service. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d'

/** Path of a program; undefined, with a line on standard error, when it is not installed. */
export function findOptional(program: keyof typeof PACKAGES): string | undefined {
  const found = find(program)
  if (!found) {
    console.error(
      `${program} is not installed, so the tests that need it are skipped (Debian: apt-get install ${PACKAGES[program]}).`,
    )
  }
  return found
}

/** Installs missing programs from Debian when that needs no prompt and starts no service. The tests also run without them. */
export function installOptionalIfMissing(): void {
  const missing = Object.entries(PACKAGES).filter(([program]) => !find(program))
  if (missing.length === 0 || !canInstallPackages() || !existsSync(SERVICE_POLICY)) return
  console.log(`Installing from Debian for the tests: ${missing.map(([program]) => program).join(', ')}.`)
  try {
    installPackages(missing.map(([, name]) => name))
  } catch (error) {
    console.error(`That failed, so some tests are skipped: ${(error as Error).message}`)
  }
}

function find(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...DAEMONS]
  return folders.map((folder) => join(folder, program)).find(isExecutable)
}
