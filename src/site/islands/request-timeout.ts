/** Milliseconds after which a request that is not answered has failed: a reader waits no longer. */
export const REQUEST_TIMEOUT_MS = 15_000
