/** What the process of letters gets from the publisher. */
export interface LetterAccess {
  supabaseUrl: string
  publishableKey: string
  secretKey: string
  siteUrl: string
  /** The API as readers reach it, without a slash at the end. */
  apiUrl: string
  /** The address of the local mailbox; null: there is none. */
  mailbox: string | null
}

/** By this signal the process sends what it is handing over, and no more. */
export const END_EARLY = 'SIGTERM'

/** That alone of options that have it: only values go to another process. */
export function accessOf(options: LetterAccess): LetterAccess {
  const { supabaseUrl, publishableKey, secretKey, siteUrl, apiUrl, mailbox } = options
  return { supabaseUrl, publishableKey, secretKey, siteUrl, apiUrl, mailbox }
}
