import { spawnSync } from 'node:child_process'
import { canInstallPackages, installPackages } from './debian-package.ts'

/** Debian's Python, for which its packages are installed. */
const DEBIAN_PYTHON = '/usr/bin/python3'

/**
 * Finds a Python that has OpenStack Swift, the S3 server of the tests: `SWIFT_PYTHON`, or Debian's.
 * @throws with instructions when there is none
 */
export function findSwift(): string {
  const python = process.env.SWIFT_PYTHON ?? DEBIAN_PYTHON
  if (spawnSync(python, ['-c', 'import swift.common.wsgi']).status === 0) return python
  throw new Error(
    `The tests need an S3 server, and ${python} has no OpenStack Swift. Install it (Debian: apt-get install ` +
      'python3-swift), or set SWIFT_PYTHON to a Python that has its package `swift`.',
  )
}

/** Installs Debian's Swift when none is found and no prompt is needed. */
export function installSwiftIfMissing(): void {
  try {
    findSwift()
  } catch (error) {
    if (!canInstallPackages() || process.env.SWIFT_PYTHON) throw error
    console.log('No S3 server found: installing OpenStack Swift from Debian.')
    installPackages(['python3-swift'])
    findSwift()
  }
}
