import { LINK_ACTIONS, readSubscriberLink } from '../../domain/subscriber-link.ts'

/** Shows the form with the button of the link that was opened. Nothing is sent until it is pressed. */
export function showLink(): void {
  const { search, pathname, hash } = location
  const kept: unknown = history.state
  const query = search === '' && typeof kept === 'string' ? kept : search
  const fields = new URLSearchParams(query)
  const link = readSubscriberLink(fields)
  if (link === null) {
    // A mail program may have cut it.
    const expired = document.querySelector<HTMLElement>('[data-expired]')?.dataset.expired ?? ''
    if (LINK_ACTIONS.some((action) => fields.has(action))) location.replace(pathname + expired)
    return
  }
  const form = document.querySelector<HTMLFormElement>(`#link-${link.action}`)
  const field = form?.querySelector<HTMLInputElement>('[name=token]')
  if (!form || !field) return
  field.value = link.token
  form.hidden = false
  // The token stays out of the history, bookmarks and copied addresses, but is there after a reload.
  history.replaceState(query, '', pathname + hash)
}
