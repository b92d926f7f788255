import { type LetterChoice, letterChoiceSchema } from '../../../domain/readers/subscriber.ts'
import { REQUEST_TIMEOUT_MS } from '../request-timeout.ts'
import { NEWSLETTER_ADDRESS } from './posted-form.tsx'

/** What the reader of a link has chosen to get, or why nothing can be chosen; null when it could not be asked. */
export async function readLetterChoice(token: string): Promise<LetterChoice | null> {
  try {
    const response = await fetch(NEWSLETTER_ADDRESS, {
      method: 'POST',
      body: new URLSearchParams({ action: 'read', token }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    return letterChoiceSchema.parse(await response.json())
  } catch (error) {
    console.error('Error fetching preferences:', error)
    return null
  }
}
