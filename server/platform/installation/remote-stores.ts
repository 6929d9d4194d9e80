import { REMOTE_STORES, type RemoteStoreName, STORES } from '../../../contract/wire/file-store-names.ts'
import { recordOf } from '../../../contract/wire/records.ts'
import type { ConfigPart, GivenVariables } from '../config-part.ts'
import type { RemoteStore } from '../file-stores/file-store.ts'
import { driveConfig, missingDriveVariables } from '../file-stores/google-drive/drive-settings.ts'
import { createGoogleDrive } from '../file-stores/google-drive/google-drive.ts'
import { missingS3Variables, s3Config } from '../file-stores/s3/s3-settings.ts'
import { createS3Store } from '../file-stores/s3/s3-store.ts'

/** Each remote store: its settings, the variables that are still to be set, and what opens it. */
const KINDS = {
  s3: remoteStore(s3Config, missingS3Variables, createS3Store),
  'google-drive': remoteStore(driveConfig, missingDriveVariables, createGoogleDrive),
} satisfies Record<RemoteStoreName, unknown>

/** The remote stores as they are configured. */
export type RemoteStoresConfig = { [Name in RemoteStoreName]: ReturnType<(typeof KINDS)[Name]['read']> }

/** Names of the environment variables of all remote stores. */
export const REMOTE_STORE_VARIABLES = REMOTE_STORES.flatMap((name) => KINDS[name].variables)

/** Reads how the remote stores are configured; each has its `faults`, which are messages for the operator. */
export function readRemoteStores(given: GivenVariables): RemoteStoresConfig {
  return recordOf(REMOTE_STORES, (name) => KINDS[name].read(given)) as RemoteStoresConfig
}

/** Says which variables of a store still have to be set. */
export function notConfigured(stores: RemoteStoresConfig, name: RemoteStoreName): string {
  const missing = new Intl.ListFormat('en-GB').format(stores[name].missing)
  return `${STORES[name].name} is not configured: set ${missing}.`
}

function remoteStore<Settings>(
  { variables, read }: ConfigPart<Settings>,
  missingVariables: (given: GivenVariables) => string[],
  open: (settings: Settings) => RemoteStore,
) {
  return {
    variables,
    read: (given: GivenVariables) => {
      const { settings, faults } = read(given)
      const missing = missingVariables(given)
      return {
        /** Null while variables are missing. */
        settings,
        faults,
        /** Names of the variables that still have to be set; empty when all are there. */
        missing,
        /** Whether some are set and others missing. */
        isHalfSet: missing.length > 0 && variables.some((name) => given[name]),
        /** Opens the store; null where it is not configured. */
        open: () => settings && open(settings),
      }
    },
  }
}
