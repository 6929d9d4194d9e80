import { keysOf } from './records.ts'

/** What is said of a file store. */
type StoreFacts = {
  /** On the storage page: its name, where its files are, and what must respond. */
  name: string
  where: string
  target: string
  /** The request that tests a store on another machine, and the button that sends it; null for the disk. */
  test: { path: `/api/admin/${string}`; operationId: string; summary: string; button: string } | null
}

/** Where files of resumes can be stored, the cheapest to read first. */
export const STORES = {
  local: { name: 'Local storage', where: 'On this server', target: 'the disk', test: null },
  s3: {
    name: 'S3',
    where: 'In the S3 bucket',
    target: 'the bucket',
    test: {
      path: '/api/admin/s3/test',
      operationId: 'testS3',
      summary: 'Test writing to the S3 bucket',
      button: 'Test S3 Connection',
    },
  },
  'google-drive': {
    name: 'Google Drive',
    where: 'In the cloud drive',
    target: 'the drive',
    test: {
      path: '/api/admin/google-drive/test',
      operationId: 'testGoogleDrive',
      summary: 'Test writing to Google Drive',
      button: 'Test Connection',
    },
  },
} as const satisfies Record<string, StoreFacts>

/** One of the file stores. */
export type FileStoreName = keyof typeof STORES

/** One of the file stores on other machines. */
export type RemoteStoreName = {
  [Name in FileStoreName]: (typeof STORES)[Name]['test'] extends null ? never : Name
}[FileStoreName]

/** Names of the file stores, in their order. */
export const FILE_STORES = keysOf(STORES)

/** Names of the file stores on other machines, in their order. */
export const REMOTE_STORES = FILE_STORES.filter((name): name is RemoteStoreName => STORES[name].test !== null)
