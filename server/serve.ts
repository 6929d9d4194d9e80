import { resolve } from 'node:path'
import { REMOTE_STORES } from '../contract/wire/file-store-names.ts'
import { PAGE } from '../contract/wire/paths.ts'
import { readConfig } from './config.ts'
import { builtPages } from './features/pages/page-source.ts'
import { isReadOnlyForOthers } from './platform/http/hosts.ts'
import { notConfigured } from './platform/installation/remote-stores.ts'
import { ignoreOutputFaults, openLogOutput } from './platform/log-output.ts'
import { explainStartFault } from './platform/operator-faults.ts'
import { endInOrder } from './shutdown.ts'
import { startServer } from './start.ts'

ignoreOutputFaults()
const output = openLogOutput()
const say = (line: string) => output.write(`${line}\n`)
const pages = builtPages(resolve(import.meta.dirname, '../dist'))

// An existing DATA_DIR may be readable by others, so the files in it must not be.
process.umask(0o077)

try {
  const config = readConfig(process.env, 'production')
  // Load the landing page while the database opens, so the first visitor waits for neither.
  const [server] = await Promise.all([startServer(config, pages, output), pages.load(PAGE.landing)])
  endInOrder(server)

  say(`Wellhead is ready at ${server.url}`)
  if (server.setupUrl) say(`There is no admin yet: create the first one at ${server.setupUrl}`)
  if (server.setupUrl && config.setupToken) say('It will ask for the SETUP_TOKEN that you have set.')
  if (isReadOnlyForOthers(config)) {
    say('Forms and sign-ins work on this machine only: set PUBLIC_URL to the address that people will use.')
  }
  if (config.isExampleCompany) {
    say('The site shows an example company: set COMPANY_FILE to your own (see company.example.json).')
  } else if (config.builtInTexts.length > 0) {
    say(
      `Visitors read the texts of another company: write ${config.builtInTexts.join(', ')} into landing of COMPANY_FILE.`,
    )
  }
  for (const store of REMOTE_STORES) {
    if (config.remoteStores[store].isHalfSet) say(notConfigured(config.remoteStores, store))
  }
} catch (error) {
  console.error(explainStartFault(error))
  process.exit(1)
}
