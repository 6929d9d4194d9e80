/** The part of the validator that the tests use; it comes without types. */
declare module '@adobe/structured-data-validator' {
  export default class Validator {
    validate(extracted: {
      jsonld: Record<string, object[]>
      microdata: object
      rdfa: object
      errors?: object[]
    }): Promise<{ issueMessage: string; severity: 'ERROR' | 'WARNING' }[]>
  }
}
