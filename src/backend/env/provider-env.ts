import * as z from 'zod/mini'
import { errorMessage } from '../error-message.ts'
import { type Source, read } from './read-variable.ts'

/** A provider that sends letters by HTTP, with what it needs. */
export type ProviderEnv =
  | { adapter: 'resend'; from: string; key: string }
  | { adapter: 'postmark'; from: string; token: string; stream: string }

const text = z.string().check(z.minLength(1))
/** The address that letters come from. */
export const fromSchema = z
  .string()
  .check(z.regex(/^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/, 'must be an e-mail address'))
export const selectorSchema = z.string().check(z.regex(/^[A-Za-z0-9._-]+$/, 'must be a name such as s1'))

/**
 * The provider of the first of RESEND_API_KEY and POSTMARK_TOKEN that is set; null: neither is. Throws an error that names the
 * variable that is missing or wrong.
 */
export function readProviderEnv(source: Source): ProviderEnv | null {
  const from = () => read(source, 'MAIL_FROM', fromSchema)
  if (source.RESEND_API_KEY?.trim())
    return { adapter: 'resend', from: from(), key: read(source, 'RESEND_API_KEY', text) }
  if (!source.POSTMARK_TOKEN?.trim()) return null
  const stream = read(source, 'POSTMARK_STREAM', text, 'broadcast')
  return { adapter: 'postmark', from: from(), token: read(source, 'POSTMARK_TOKEN', text), stream }
}

/** The provider of the functions' environment; a text: why there is none, as a sentence. */
export function providerOf(source: Source): ProviderEnv | string {
  try {
    return (
      readProviderEnv(source) ??
      'The functions have neither RESEND_API_KEY nor POSTMARK_TOKEN among their secrets.'
    )
  } catch (error) {
    return errorMessage(error)
  }
}

/** The name of the DKIM key in DNS; null: not known. */
export function readDkimSelector(adapter: string, source: Source = process.env): string | null {
  if (source.DKIM_SELECTOR?.trim()) return read(source, 'DKIM_SELECTOR', selectorSchema)
  return adapter === 'resend' ? 'resend' : null
}
