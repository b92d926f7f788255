import type { Message } from '../form-messages.ts'

const SECONDS_SHOWN = 6
const PHONE = '(max-width: 48rem)'

/**
 * Shows a toast for some seconds, longer while the pointer or the focus is in it. `near` is the element acted on: inside an open
 * dialog the toast is put into the dialog, since everything else is inert. On phones the keyboard covers the foot of the
 * screen: there the toast of a form is below its fields until the next one.
 */
export function showToast(
  { title, description, note, link, destructive = false }: Message,
  near: Element,
): void {
  const dialog = near.closest('dialog[open]')
  const form = dialog === null && matchMedia(PHONE).matches ? near.closest('form') : null
  const host = dialog ?? form ?? document.body
  const region = host.querySelector(':scope > .toasts') ?? host.appendChild(toastRegion())
  const toast = document.createElement('p')
  toast.className = destructive ? 'toast wrong' : 'toast'
  const heading = document.createElement('strong')
  heading.textContent = title
  toast.append(heading, ' ', description)
  if (note !== undefined) {
    const line = document.createElement('span')
    line.textContent = note
    toast.append(' ', line)
  }
  if (link !== undefined) {
    const anchor = document.createElement('a')
    anchor.href = link.path
    anchor.textContent = link.text
    toast.append(' ', anchor)
  }
  // A repeated message replaces itself.
  for (const old of region.children) if (form !== null || old.textContent === toast.textContent) old.remove()
  region.append(toast)
  if (form !== null) {
    toast.scrollIntoView({ block: 'nearest' })
    return
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = () => {
    clearTimeout(timer)
    timer = setTimeout(() => toast.remove(), SECONDS_SHOWN * 1000)
  }
  const stay = () => clearTimeout(timer)
  toast.addEventListener('pointerenter', stay)
  toast.addEventListener('pointerleave', leave)
  toast.addEventListener('focusin', stay)
  toast.addEventListener('focusout', leave)
  leave()
}

function toastRegion(): HTMLElement {
  const region = document.createElement('div')
  region.className = 'toasts'
  region.role = 'status'
  return region
}
