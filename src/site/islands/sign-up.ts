import { toBackendError } from '../../backend/errors.ts'
import type { FormName, FormOutcome } from '../../domain/form-post.ts'
import {
  type Preferences,
  type SubscribeForm,
  newSubscriber,
  subscribeFormSchema,
} from '../../domain/subscriber.ts'
import { readerClient } from './reader-client.ts'

/** Validation errors by field name. */
export type SignUpErrors = Partial<Record<'email' | 'first_name', string>>

/** Validates a sign-up form. */
export function readSignUp(
  form: HTMLFormElement,
  preferences: (fields: FormData) => Preferences,
): { values: SubscribeForm; errors: null } | { values: null; errors: SignUpErrors } {
  const fields = new FormData(form)
  const result = subscribeFormSchema.safeParse({
    email: fields.get('email'),
    first_name: fields.get('first_name') ?? '',
    preferences: preferences(fields),
  })
  if (result.success) return { values: result.data, errors: null }
  const errors: SignUpErrors = {}
  for (const { path, message } of result.error.issues) {
    if (path[0] === 'email' || path[0] === 'first_name') errors[path[0]] ??= message
  }
  return { values: null, errors }
}

/** Subscribes a reader with this page's path as source; resolves to the outcome. */
export async function signUp(values: SubscribeForm, form: FormName): Promise<FormOutcome> {
  const client = readerClient()
  const { error, status } = await client.from('subscribers').insert(newSubscriber(values, location.pathname))
  if (error === null) return form === 'newsletter' ? 'subscribed' : 'thanks'
  const { kind } = toBackendError(error, status)
  if (kind === 'duplicate') return 'already-subscribed'
  return kind === 'rate-limited' ? 'too-many-sign-ups' : 'not-subscribed'
}
