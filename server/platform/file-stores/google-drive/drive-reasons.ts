/**
 * The reasons of Google's refusals, and what to do about them.
 * Sources: https://developers.google.com/workspace/drive/api/guides/handle-errors (reasons of the Drive API),
 * https://developers.google.com/identity/protocols/oauth2 and its page on service accounts (reasons of the token
 * endpoint). Both add reasons without notice; the status decides about an unknown one.
 */

/** Reasons that pass by themselves; `dailyLimitExceeded` at the end of the day, Pacific time. */
export const PASSING_REASONS = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'sharingRateLimitExceeded',
  'dailyLimitExceeded',
  'RATE_LIMIT_EXCEEDED',
  'backendError',
  'internalError',
  'internal_failure',
  'temporarily_unavailable',
])

const FULL =
  'There is no room left for files. A service account has no storage of its own: use a folder on a shared drive. ' +
  'Otherwise the drive is full: delete files or buy storage'
/** A 404 to a request that needs the folder. */
export const MISSING_FOLDER =
  'There is no folder with the id in GOOGLE_DRIVE_FOLDER_ID, or it is not shared with the account that is used here: ' +
  "correct the id, or add the account to the folder's shared drive as Manager"
const MAY_NOT =
  'The account that is used here lacks a right on the folder: ' +
  'add it to the shared drive as Manager (files can be deleted for good by nobody else)'
const API_OFF =
  'The Google Drive API is switched off: enable it in the Google Cloud project that the account or client belongs to'
const SCOPE =
  'The sign-in does not cover the folder: make a new refresh token with the scope https://www.googleapis.com/auth/drive'
const TOO_MANY =
  'The folder or the shared drive holds as many files as Google allows: name a new folder or drive in GOOGLE_DRIVE_FOLDER_ID'
const TOO_DEEP = 'The folder lies deeper than Google allows: move it up'
const WRONG_CLIENT =
  'Google does not know the OAuth client: check GOOGLE_DRIVE_CLIENT_ID and GOOGLE_DRIVE_CLIENT_SECRET, and that the ' +
  'client has not been deleted'
const POLICY =
  'The administrator of the Google domain does not allow this access: ask them to allow the Drive API and this app'

/** The folder's id is that of something else. */
export const NOT_A_FOLDER = 'GOOGLE_DRIVE_FOLDER_ID names a file that is not a folder: correct it'

/** The folder is about to be deleted. */
export const TRASHED_FOLDER = 'The folder is in the trash: restore it, or name another one in GOOGLE_DRIVE_FOLDER_ID'

/** Reasons that last until a person has changed something, and what that is. */
export const LASTING_REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    storageQuotaExceeded: FULL,
    quotaExceeded: FULL,
    teamDriveFileLimitExceeded: TOO_MANY,
    activeItemCreationLimitExceeded: TOO_MANY,
    numChildrenInNonRootLimitExceeded: TOO_MANY,
    teamDriveHierarchyTooDeep: TOO_DEEP,
    myDriveHierarchyDepthLimitExceeded: TOO_DEEP,
    parentNotAFolder: NOT_A_FOLDER,
    insufficientFilePermissions: MAY_NOT,
    insufficientParentPermissions: MAY_NOT,
    teamDriveMembershipRequired: MAY_NOT,
    forbidden: MAY_NOT,
    accessNotConfigured: API_OFF,
    SERVICE_DISABLED: API_OFF,
    insufficientPermissions: SCOPE,
    ACCESS_TOKEN_SCOPE_INSUFFICIENT: SCOPE,
    appNotAuthorizedToFile: SCOPE,
    invalid_scope: SCOPE,
    domainPolicy: POLICY,
    admin_policy_enforced: POLICY,
    org_internal: POLICY,
    cannotDownloadAbusiveFile: 'Google takes the file for malware and does not hand it out: look at it in Google Drive',
    invalid_client: WRONG_CLIENT,
    deleted_client: WRONG_CLIENT,
    unauthorized_client: WRONG_CLIENT,
  }),
)

/** A 401 with a new access token. */
export const REFUSED_ACCOUNT =
  'Google refuses the account even after a fresh sign-in: check that it has not been suspended or deleted'

/** `invalid_grant` of the two kinds of sign-in. */
export const REFUSED_SIGN_IN = {
  'service-account':
    "Google refuses the service account's key: check that the account and the key in GOOGLE_DRIVE_CREDENTIALS still " +
    "exist, and that this machine's clock is right",
  'refresh-token':
    'The refresh token has expired or was revoked: make a new GOOGLE_DRIVE_REFRESH_TOKEN. ' +
    'Tokens of an app in testing last seven days: publish the app first',
} as const
