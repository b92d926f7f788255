/** The part of the mails that the function `send-letters` hands over each minute, where no publisher sends letters. */

/** How long a slice claims mails, in ms. */
export const SLICE_MS = 40_000
/** Mails of one slice, at most: more of them take more processor time than the 2 s that a hosted function has. */
export const SLICE_MAILS = 800
