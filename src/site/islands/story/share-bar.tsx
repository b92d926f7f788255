import { type MouseEvent, useRef } from 'react'
import { type SharedStory, facebookUrl, instagramCaption, pinterestUrl, xUrl } from '../../share.ts'
import { showToast } from '../toast.ts'
import { useIslandReady } from '../use-island-ready.ts'

const INSTAGRAM = 'https://www.instagram.com/'
/** Milliseconds the Instagram app gets to open before the web page does. */
const APP_DELAY = 2000

const NO_IMAGE = {
  title: 'No image available',
  description: 'Pinterest sharing requires an image',
  destructive: true,
}

/** Share links of a story. Plain links before hydration; afterwards they open in a small window. */
export function ShareBar({ story }: { story: SharedStory }) {
  const root = useRef<HTMLDivElement>(null)
  useIslandReady(root)
  const pinterest = pinterestUrl(story)

  return (
    <div ref={root}>
      <ShareLink name="Facebook" href={facebookUrl(story)} />
      <ShareLink name="X" href={xUrl(story)} />
      {pinterest === null ? (
        <button type="button" onClick={(event) => showToast(NO_IMAGE, event.currentTarget)}>
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
    const shared = open(href, '_blank', 'popup,width=600,height=400')
    // The browser blocked the window: follow the link normally.
    if (shared === null) return
    shared.opener = null
    event.preventDefault()
  }
  return (
    <a href={href} target="_blank" rel="noopener" onClick={openWindow}>
      {name}
    </a>
  )
}

/** Copies a text; when that fails, shows a toast and resolves to false. `name` is what the toast calls the text. */
async function copy(text: string, name: string, button: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const description = `Could not copy ${name} to clipboard`
    showToast({ title: 'Failed to copy', description, destructive: true }, button)
    return false
  }
}

async function copyLink({ url }: SharedStory, button: Element): Promise<void> {
  if (!(await copy(url, 'link', button))) return
  showToast({ title: 'Link copied!', description: 'Article link copied to clipboard' }, button)
}

async function shareOnInstagram(story: SharedStory, button: Element): Promise<void> {
  if (!(await copy(instagramCaption(story), 'the caption', button))) return
  if (onPhone()) {
    showToast(
      { title: 'Opening Instagram', description: 'Caption copied - paste it in your new post!' },
      button,
    )
    location.href = 'instagram://camera'
    setTimeout(() => {
      // A hidden page means that the app has opened.
      if (!document.hidden && !openTab(INSTAGRAM)) location.href = INSTAGRAM
    }, APP_DELAY)
    return
  }
  showToast(
    openTab(INSTAGRAM)
      ? { title: 'Instagram opened!', description: 'Caption copied - create a new post and paste it!' }
      : { title: 'Caption copied', description: 'Open Instagram, create a new post and paste it!' },
    button,
  )
}

/** Whether the device may have the Instagram app. iPads identify as Macs but have a touch screen. */
function onPhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /Android|iPhone|iPad|iPod/i.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** Opens a URL in a new tab; false when the browser blocked it. */
function openTab(address: string): boolean {
  const tab = open(address, '_blank')
  if (tab !== null) tab.opener = null
  return tab !== null
}
