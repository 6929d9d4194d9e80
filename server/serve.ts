import { resolve } from 'node:path'
import { PAGE } from '../contract/paths.ts'
import { readConfig } from './config.ts'
import { builtPages } from './pages/page-source.ts'
import { endInOrder } from './process-end.ts'
import { startServer } from './start.ts'
import { explainStartFault } from './start-fault.ts'

const pages = builtPages(resolve(import.meta.dirname, '../dist'))

// Where DATA_DIR was made by somebody else, its folder keeps nobody from reading what is in it.
process.umask(0o077)

try {
  const config = readConfig(process.env, 'production')
  // Read while the database opens, so that the first visitor waits for neither.
  const [server] = await Promise.all([startServer(config, pages), pages.load(PAGE.landing)])
  endInOrder(server)

  process.stdout.write(`Wellhead is ready at ${server.url}\n`)
  if (!server.isInitialised) {
    process.stdout.write(`There is no admin yet: create the first one at ${server.url}${PAGE.adminSetup}\n`)
  }
  if (config.isExampleCompany) {
    process.stdout.write(
      'The site shows an example company: set COMPANY_FILE to your own (see company.example.json).\n',
    )
  }
  if (config.isDriveHalfSet) {
    process.stdout.write(`Google Drive is not connected: set ${config.missingDriveSettings.join(' and ')}.\n`)
  }
} catch (error) {
  console.error(explainStartFault(error))
  process.exit(1)
}
