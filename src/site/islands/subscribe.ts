import { publicClient } from '../../backend/client.ts'
import { toBackendError } from '../../backend/errors.ts'
import { newSubscriber } from '../../domain/subscriber.ts'
import type { SubscribeForm } from '../../domain/subscriber.ts'
import { showToast } from './toast.ts'

/**
 * Signs a reader up and, where that does not succeed, says why in a toast near `element` (reader spec §8). Resolves to
 * whether the reader is now subscribed.
 */
export async function subscribe(form: SubscribeForm, element: Element): Promise<boolean> {
  if (form.email === '') {
    showToast(
      {
        title: 'Email required',
        description: 'Please enter your email address to subscribe.',
        destructive: true,
      },
      element,
    )
    return false
  }
  const client = publicClient(__SUPABASE_URL__, __SUPABASE_PUBLISHABLE_KEY__)
  const { error, status } = await client.from('subscribers').insert(newSubscriber(form, location.pathname))
  if (error === null) return true
  const failure = toBackendError(error, status)
  showToast(
    failure.kind === 'duplicate'
      ? {
          title: 'Already subscribed',
          description: 'This email is already subscribed to our newsletter.',
          destructive: true,
        }
      : {
          title: 'Subscription failed',
          description: 'Something went wrong. Please try again.',
          destructive: true,
        },
    element,
  )
  return false
}
