import { Monitor, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/layout/button.tsx'
import { morph } from './morph.ts'

/** The widths at which a page is shown, in CSS pixels. */
const DEVICES = { phone: 390, desktop: 1280 } as const
export type Device = keyof typeof DEVICES

/**
 * A page of the site at the width of a device, scaled down where there is less room. Its scripts do not run, its forms send
 * nothing, and its links lead nowhere: the frame may open no windows, and each link would open one. Of a page that is drawn
 * again only what differs is changed.
 */
export function PageFrame({
  title,
  html,
  device,
  desktopWidth = DEVICES.desktop,
  isOld = false,
  onSelect,
  className = '',
}: {
  title: string
  html: string
  device: Device
  /** The width of a desktop's window, in CSS pixels. */
  desktopWidth?: number
  /** Whether the page is being drawn anew. */
  isOld?: boolean
  /** Called with the slug of a story that is pressed. */
  onSelect?: (slug: string) => void
  className?: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(html)
  const [first] = useState(html)
  const [firstPage] = useState(() => `<!doctype html>${framed(html).documentElement.outerHTML}`)
  const [size, setSize] = useState({ width: 0, height: 0 })

  const selectStory = useRef(onSelect)
  useEffect(() => {
    selectStory.current = onSelect
  }, [onSelect])

  useEffect(() => {
    latest.current = html
    const page = frame.current?.contentDocument
    // One that is still loading gets it when that ends.
    if (page?.body && page.readyState === 'complete' && html !== first) showPage(page, html)
  }, [html, first])

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  const width = device === 'phone' ? Math.min(DEVICES.phone, size.width) : desktopWidth
  const scale = size.width === 0 ? 1 : Math.min(1, size.width / width)
  return (
    <div
      ref={box}
      aria-busy={isOld}
      className={`overflow-hidden rounded-lg border border-rule bg-card ${isOld ? 'opacity-80' : ''} ${className}`}
    >
      <iframe
        ref={frame}
        title={title}
        sandbox="allow-same-origin"
        srcDoc={firstPage}
        onLoad={() => {
          const page = frame.current?.contentDocument
          if (page == null) return
          if (latest.current !== first) showPage(page, latest.current)
          page.addEventListener('click', ({ target }) => {
            const slug = storyAt(target)
            if (slug !== null) selectStory.current?.(slug)
          })
        }}
        className="mx-auto block origin-top-left border-0"
        style={{
          inlineSize: width,
          blockSize: size.height / scale,
          ...(scale < 1 ? { transform: `scale(${scale})` } : {}),
        }}
      />
    </div>
  )
}

/** The slug of the story whose card or link was pressed in a page; null for anything else. */
function storyAt(pressed: EventTarget | null): string | null {
  if (pressed === null || !('closest' in pressed)) return null
  const card = (pressed as Element).closest('article, a')
  const link = card?.matches('a') === true ? card : card?.querySelector('a[href^="/article/"]')
  return /^\/article\/([^/?#]+)/.exec(link?.getAttribute('href') ?? '')?.[1] ?? null
}

/** Chooses the width of a page that is shown. */
export function DeviceChoice({ device, onChoose }: { device: Device; onChoose: (device: Device) => void }) {
  const devices = [
    { id: 'phone', label: 'Phone', Icon: Smartphone },
    { id: 'desktop', label: 'Desktop', Icon: Monitor },
  ] as const
  return (
    <div role="group" aria-label="Width of the page" className="flex gap-1">
      {devices.map(({ id, label, Icon }) => (
        <Button
          key={id}
          size="sm"
          variant={id === device ? 'secondary' : 'ghost'}
          aria-pressed={id === device}
          onPress={() => onChoose(id)}
        >
          <Icon aria-hidden className="size-4" />
          {label}
        </Button>
      ))}
    </div>
  )
}

/** The page for the frame: with a target for links that the frame refuses, and without what it would refuse aloud. */
function framed(html: string): Document {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const script of page.querySelectorAll('script')) script.remove()
  for (const field of page.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus')
  const base = page.createElement('base')
  base.target = '_blank'
  page.head.prepend(base)
  return page
}

function showPage(page: Document, html: string): void {
  morph(page.documentElement, framed(html).documentElement)
}
