/** Milliseconds after which a reader's request fails. */
export const REQUEST_TIMEOUT_MS = 15_000
