import { errorMessage } from '../../backend/error-message.ts'

/** How long a provider has for an answer. */
const ANSWER_MS = 60_000

/** The answer of a provider: its status and JSON; undefined: what it answered is no JSON. */
export interface ProviderAnswer {
  status: number
  body: unknown
}

/** Asks a provider; why there was no answer, in words, where there was none. */
export async function askProvider(url: string, init: RequestInit): Promise<ProviderAnswer | string> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
    const text = await response.text()
    try {
      return { status: response.status, body: JSON.parse(text) as unknown }
    } catch {
      return { status: response.status, body: undefined }
    }
  } catch (error) {
    return errorMessage(error)
  }
}
