/** Milliseconds after which a request that is not answered has failed: a reader waits no longer. */
export const PATIENCE = 15_000
