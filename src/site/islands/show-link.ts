import { outcomeId } from '../../domain/readers/form-outcome.ts'
import {
  type LinkOutcome,
  type SubscriberLink,
  LASTING_PURPOSES,
  LINK_ACTIONS,
  readSubscriberLink,
} from '../../domain/readers/subscriber-link.ts'

/**
 * Shows what the link that was opened is for, in place of the form that asks for one. Nothing changes until a button is
 * pressed.
 */
export function showLink(): void {
  const { search, pathname, hash } = location
  const kept: unknown = history.state
  const query = search === '' && typeof kept === 'string' ? kept : search
  const fields = new URLSearchParams(query)
  const link = readSubscriberLink(fields)
  if (link === null) {
    // A mail program may have cut it.
    if (LINK_ACTIONS.some((action) => fields.has(action))) showOutcome('link-expired')
    return
  }
  // The token stays out of the history, bookmarks and copied addresses, but is there after a reload.
  history.replaceState(query, '', pathname + hash)
  for (const part of document.querySelectorAll<HTMLElement>('[data-for-link]'))
    part.hidden = part.dataset.forLink === 'none'
  // What the browser kept of the page may have changed since.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  if (link.action !== 'preferences') showForm(link)
  if (LASTING_PURPOSES.some((purpose) => purpose === link.action)) void showPreferences(link)
}

/** Says what became of a link in place of what it is for. */
function showOutcome(outcome: LinkOutcome): void {
  history.replaceState(null, '', `${location.pathname}#${outcomeId(outcome)}`)
  location.reload()
}

/** Shows the form of a link. */
function showForm({ action, token }: SubscriberLink): HTMLFormElement | null {
  const form = document.querySelector<HTMLFormElement>(`#link-${action}`)
  const field = form?.querySelector<HTMLInputElement>('[name=token]')
  if (!form || !field) return null
  field.value = token
  form.hidden = false
  return form
}

/** Shows the switches as they are stored, and the button to unsubscribe; or why there is nothing to choose. */
async function showPreferences({ action, token }: SubscriberLink): Promise<void> {
  const status = document.querySelector<HTMLElement>('#preferences-status')
  if (status) status.hidden = action !== 'preferences'
  const { readLetterChoice } = await import('./forms/letter-choice.ts')
  const choice = await readLetterChoice(token)
  if (choice === null) {
    if (status) status.textContent = status.dataset.failed ?? ''
    return
  }
  if (status) status.hidden = true
  if ('outcome' in choice) {
    // Whoever has left may press the button all the same.
    if (action === 'preferences' || choice.outcome === 'link-expired') showOutcome(choice.outcome)
    return
  }
  const switches = showForm({ action: 'preferences', token })
  const leaving = showForm({ action: 'unsubscribe', token })
  if (switches === null) return
  if (action === 'unsubscribe') leaving?.after(switches)
  for (const [name, isOn] of Object.entries(choice.preferences)) {
    const field = switches.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (field) field.checked = isOn
  }
}
