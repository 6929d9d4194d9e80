import type { CDPSession, Page } from '@playwright/test'

/** A device of the browser that keeps passkeys, and how it behaves when it is asked. */
export type VirtualDevice = {
  /** Whether the person who holds it proves to be it, by a finger or a PIN; true at first. */
  setVerified(isVerified: boolean): Promise<void>
  /** Forgets every passkey. */
  forget(): Promise<void>
  remove(): Promise<void>
}

/** Gives the browser of a page a device for passkeys. */
export async function addVirtualDevice(page: Page): Promise<VirtualDevice> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
  return {
    setVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    forget: async () => {
      await session.send('WebAuthn.clearCredentials', { authenticatorId })
    },
    remove: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      await session.detach()
    },
  }
}
