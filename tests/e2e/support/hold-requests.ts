import type { Page } from '@playwright/test'

interface HeldRequests {
  /** Resolves when the first of them was sent. */
  begun: Promise<void>
  /** Lets them and all later ones through. */
  release: () => void
}

/** Holds back the requests of a page to an address, as a slow network does. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<HeldRequests> {
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    begun.resolve()
    await released.promise
    await route.continue()
  })
  return { begun: begun.promise, release: () => released.resolve() }
}
