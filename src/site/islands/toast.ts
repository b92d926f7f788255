import type { Message } from '../form-messages.ts'

const SECONDS_SHOWN = 6

/**
 * Shows a short message in the corner for some seconds, longer while the pointer rests on it. `near` is what the reader
 * acted on: inside an open dialog the message belongs to it, since all else is inert there.
 */
export function showToast({ title, description, destructive = false }: Message, near: Element): void {
  const host = near.closest('dialog[open]') ?? document.body
  const region = host.querySelector(':scope > .toasts') ?? host.appendChild(toastRegion())
  const toast = document.createElement('p')
  toast.className = destructive ? 'toast wrong' : 'toast'
  const heading = document.createElement('strong')
  heading.textContent = title
  toast.append(heading, ' ', description)
  // Said again, it stands there once.
  for (const old of region.children) if (old.textContent === toast.textContent) old.remove()
  region.append(toast)

  let timer = setTimeout(() => toast.remove(), SECONDS_SHOWN * 1000)
  toast.addEventListener('pointerenter', () => clearTimeout(timer))
  toast.addEventListener('pointerleave', () => {
    timer = setTimeout(() => toast.remove(), SECONDS_SHOWN * 1000)
  })
}

function toastRegion(): HTMLElement {
  const region = document.createElement('div')
  region.className = 'toasts'
  region.role = 'status'
  return region
}
