import { ALERT_PARAMETER, CALENDAR_FEED, PAGE, RECEIPT_FILE, SENT_PARAMETER } from '../../contract/wire/paths.ts'

/** Every address that is a key: a person who knows it reads or changes what belongs to one person. */
export function keyAddresses(key: string): string[] {
  return [
    CALENDAR_FEED.replace(':file', `${key}.ics`),
    `${PAGE.applicationSent}?${SENT_PARAMETER}=${key}`,
    `${RECEIPT_FILE}?${SENT_PARAMETER}=${key}`,
    `${PAGE.jobAlert}?${ALERT_PARAMETER}=${key}`,
    `${PAGE.endJobAlert}?${ALERT_PARAMETER}=${key}`,
  ]
}
