/** File stores on other machines, the cheapest to read first. */
export const REMOTE_STORES = ['s3', 'google-drive'] as const

/** One of the file stores on other machines. */
export type RemoteStoreName = (typeof REMOTE_STORES)[number]

/** Where files of resumes can be stored, the cheapest to read first. */
export const FILE_STORES = ['local', ...REMOTE_STORES] as const

/** One of the file stores. */
export type FileStoreName = (typeof FILE_STORES)[number]
