import { useRef } from 'react'
import type { MouseEvent } from 'react'
import { facebookUrl, instagramCaption, pinterestUrl, xUrl } from '../share.ts'
import type { SharedStory } from '../share.ts'
import { showToast } from './toast.ts'
import { useReady } from './use-ready.ts'

const INSTAGRAM = 'https://www.instagram.com/'
/** Time for the app to take over from the page (reader spec §9). */
const APP_DELAY = 2000

/** Share links of a story; they work before the island does, which opens them in a small window (reader spec §7, §8). */
export function ShareBar({ story }: { story: SharedStory }) {
  const root = useRef<HTMLDivElement>(null)
  useReady(root)
  const pinterest = pinterestUrl(story)

  return (
    <div ref={root}>
      <ShareLink name="Facebook" href={facebookUrl(story)} />
      <ShareLink name="X" href={xUrl(story)} />
      {pinterest === null ? (
        <button type="button" onClick={(event) => tellNoImage(event.currentTarget)}>
          Pinterest
        </button>
      ) : (
        <ShareLink name="Pinterest" href={pinterest} />
      )}
      <button type="button" onClick={(event) => void shareOnInstagram(story, event.currentTarget)}>
        Instagram
      </button>
      <button className="copy" type="button" onClick={(event) => void copyLink(story, event.currentTarget)}>
        Copy Link
      </button>
    </div>
  )
}

function ShareLink({ name, href }: { name: string; href: string }) {
  function openWindow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    open(href, '_blank', 'width=600,height=400,noopener')
  }
  return (
    <a href={href} target="_blank" rel="noopener" onClick={openWindow}>
      {name}
    </a>
  )
}

function tellNoImage(button: Element): void {
  showToast(
    {
      title: 'No image available',
      description: 'Pinterest sharing requires an image',
      destructive: true,
    },
    button,
  )
}

async function copyLink({ url }: SharedStory, button: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ title: 'Link copied!', description: 'Article link copied to clipboard' }, button)
  } catch {
    showToast(
      { title: 'Failed to copy', description: 'Could not copy link to clipboard', destructive: true },
      button,
    )
  }
}

async function shareOnInstagram(story: SharedStory, button: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(instagramCaption(story))
  } catch {
    showToast(
      { title: 'Failed to copy', description: 'Could not copy the caption to clipboard', destructive: true },
      button,
    )
    return
  }
  if (/Android|iPhone|iPad|iPod/i.test(navigator.userAgent)) {
    showToast(
      { title: 'Opening Instagram', description: 'Caption copied - paste it in your new post!' },
      button,
    )
    location.href = 'instagram://camera'
    setTimeout(() => {
      if (!document.hidden) open(INSTAGRAM, '_blank', 'noopener')
    }, APP_DELAY)
    return
  }
  open(INSTAGRAM, '_blank', 'noopener')
  showToast(
    { title: 'Instagram opened!', description: 'Caption copied - create a new post and paste it!' },
    button,
  )
}
