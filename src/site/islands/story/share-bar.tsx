import { type MouseEvent, useRef } from 'react'
import { type SharedStory, facebookUrl, instagramCaption, pinterestUrl, xUrl } from '../../share.ts'
import { showToast } from '../toast.ts'
import type { ScriptWords } from '../../../words/words.ts'
import { useIslandReady } from '../use-island-ready.ts'
import { useWords } from '../words/use-words.ts'

const INSTAGRAM = 'https://www.instagram.com/'
/** Milliseconds the Instagram app gets to open before the web page does. */
const APP_DELAY = 2000

type ShareWords = ScriptWords['share']

/** Share links of a story. Plain links before hydration; afterwards they open in a small window. */
export function ShareBar({ story }: { story: SharedStory }) {
  const root = useRef<HTMLDivElement>(null)
  useIslandReady(root)
  const { share } = useWords()
  const noImage = { title: share.noImage, description: share.noImageText, destructive: true }
  const pinterest = pinterestUrl(story)

  return (
    <div ref={root}>
      <ShareLink name="Facebook" href={facebookUrl(story)} />
      <ShareLink name="X" href={xUrl(story)} />
      {pinterest === null ? (
        <button type="button" onClick={(event) => showToast(noImage, event.currentTarget)}>
          Pinterest
        </button>
      ) : (
        <ShareLink name="Pinterest" href={pinterest} />
      )}
      <button type="button" onClick={(event) => void shareOnInstagram(story, event.currentTarget, share)}>
        Instagram
      </button>
      <button
        className="copy"
        type="button"
        onClick={(event) => void copyLink(story, event.currentTarget, share)}
      >
        {share.copyLink}
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

/** Copies a text; when that fails, shows a toast with `description` and resolves to false. */
async function copy(text: string, description: string, button: Element, share: ShareWords): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast({ title: share.notCopied, description, destructive: true }, button)
    return false
  }
}

async function copyLink({ url }: SharedStory, button: Element, share: ShareWords): Promise<void> {
  if (!(await copy(url, share.linkNotCopied, button, share))) return
  showToast({ title: share.linkCopied, description: share.linkCopiedText }, button)
}

async function shareOnInstagram(story: SharedStory, button: Element, share: ShareWords): Promise<void> {
  if (!(await copy(instagramCaption(story), share.captionNotCopied, button, share))) return
  if (onPhone()) {
    showToast({ title: share.openingInstagram, description: share.openingInstagramText }, button)
    location.href = 'instagram://camera'
    setTimeout(() => {
      // A hidden page means that the app has opened.
      if (!document.hidden && !openTab(INSTAGRAM)) location.href = INSTAGRAM
    }, APP_DELAY)
    return
  }
  showToast(
    openTab(INSTAGRAM)
      ? { title: share.instagramOpened, description: share.instagramOpenedText }
      : { title: share.captionCopied, description: share.captionCopiedText },
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
