import { showToast } from './toast.ts'

/** Opens share links in a small window and copies the story's address (reader spec §7, §8). */
export function listenForSharing(): void {
  document.querySelector('.share')?.addEventListener('click', (event) => {
    const target = event.target
    if (target instanceof HTMLAnchorElement && open(target.href, '', 'width=600,height=400,noopener'))
      event.preventDefault()
    if (target instanceof HTMLButtonElement) void copy(target)
  })
}

async function copy(button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? '')
    showToast({ title: 'Link copied!', description: 'Article link copied to clipboard' }, button)
  } catch {
    const title = 'Failed to copy'
    showToast({ title, description: 'Could not copy link to clipboard', destructive: true }, button)
  }
}
