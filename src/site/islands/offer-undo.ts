/** Shows the form that undoes unsubscribing, with the token that the link has added to the address. */
export function offerUndo(): void {
  const address = new URL(location.href)
  const token = address.searchParams.get('undo')
  const form = document.querySelector<HTMLFormElement>('#undo')
  const field = form?.querySelector<HTMLInputElement>('[name=token]')
  if (token === null || !form || !field) return
  field.value = token
  form.hidden = false
  // The token stays out of the history, bookmarks and copied addresses.
  address.searchParams.delete('undo')
  history.replaceState(history.state, '', address)
}
