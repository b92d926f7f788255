import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FrontBlock, frontTitle } from '../../../domain/front.ts'
import { hasPublisher } from '../../data/publisher.ts'
import { useDebounced } from '../../data/use-debounced.ts'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { type Stories, drawnPageQuery } from './data/stories.ts'

/** The widths at which the page is drawn, in CSS pixels. */
const WIDTHS = { phone: 390, desktop: 1280 } as const

const PHONE_QUERY = '(max-width: 639px)'

const WIDTH_LABELS = { phone: 'Phone', desktop: 'Desktop' } as const

/** The page as it will be at a moment, drawn by the publisher. A press on a story selects it. */
export function FrontPage({
  path,
  blocks,
  stories,
  moment,
  onMoment,
  onSelect,
  cannotDraw,
}: {
  path: string
  blocks: readonly FrontBlock[]
  stories: Stories
  /** An ISO time; null: now. */
  moment: string | null
  onMoment: (moment: string | null) => void
  onSelect: (id: string) => void
  /** Why the page is not drawn; null when it is. */
  cannotDraw: string | null
}) {
  const [width, setWidth] = useState<keyof typeof WIDTHS>(useMediaQuery(PHONE_QUERY) ? 'phone' : 'desktop')
  const asKey = useDebounced(JSON.stringify(blocks))
  const isDrawn = cannotDraw === null && hasPublisher()
  const {
    data: html,
    isFetching,
    isError,
  } = useQuery({ ...drawnPageQuery(asKey, path, moment), enabled: isDrawn })
  return (
    <section aria-label="The page as it will be" className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-full sm:w-64">
          <DateTimeField label="Moment" value={moment} onChange={onMoment} emptyText="Now" />
        </div>
        {html != null && (
          <div role="group" aria-label="Width" className="flex gap-1 rounded-md bg-tint p-1">
            {(['phone', 'desktop'] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === width}
                onClick={() => setWidth(one)}
                className="cursor-pointer rounded-sm px-3 py-1 text-sm font-semibold text-soft hover:text-ink aria-pressed:bg-card aria-pressed:text-ink"
              >
                {WIDTH_LABELS[one]}
              </button>
            ))}
          </div>
        )}
      </div>
      {html == null ? (
        isDrawn && isFetching ? (
          <div aria-busy="true">
            <span className="sr-only">Drawing the page</span>
            <Skeleton className="h-[70dvh]" />
          </div>
        ) : (
          <p className="rounded-lg border border-dashed border-rule p-6 text-center text-sm text-soft">
            {cannotDraw ??
              (isError
                ? 'The page could not be drawn.'
                : 'No publisher draws the page here. The list beside it says what it shows.')}
          </p>
        )
      ) : (
        <ScaledPage
          title={`${frontTitle(path)} as it will be`}
          html={html}
          width={WIDTHS[width]}
          isOld={isFetching}
          onSelect={(slug) => {
            const story = [...stories.values()].find((one) => one.slug === slug)
            if (story !== undefined) onSelect(story.id)
          }}
        />
      )}
    </section>
  )
}

/** A page in a frame of so many CSS pixels that is made as small as its place. Runs no scripts. */
function ScaledPage({
  title,
  html,
  width,
  isOld,
  onSelect,
}: {
  title: string
  html: string
  width: number
  isOld: boolean
  onSelect: (slug: string) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef(0)
  const [available, setAvailable] = useState(width)
  useEffect(() => {
    if (place.current === null) return
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? width))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [width])
  const scale = Math.min(1, available / width)

  const onLoad = () => {
    const page = frame.current?.contentDocument
    if (page == null) return
    page.defaultView?.scrollTo(0, scrolled.current)
    page.addEventListener('scroll', () => (scrolled.current = page.defaultView?.scrollY ?? 0))
    page.addEventListener('click', (event) => {
      // Nothing in the frame leads away from the editor.
      event.preventDefault()
      const pressed = event.target
      if (pressed === null || !('closest' in pressed)) return
      const card = (pressed as Element).closest('article, a')
      const link = card?.matches('a') ? card : card?.querySelector('a[href^="/article/"]')
      const [, slug] = /^\/article\/([^/?#]+)/.exec(link?.getAttribute('href') ?? '') ?? []
      if (slug !== undefined) onSelect(slug)
    })
    page.addEventListener('submit', (event) => event.preventDefault())
  }

  return (
    <div
      ref={place}
      aria-busy={isOld}
      className={`h-[calc(100dvh-15rem)] min-h-96 overflow-hidden rounded-lg border border-rule bg-paper ${isOld ? 'opacity-80' : ''}`}
    >
      <iframe
        ref={frame}
        title={title}
        sandbox="allow-same-origin"
        srcDoc={html}
        onLoad={onLoad}
        className="origin-top-left border-0"
        style={{
          width: `${width}px`,
          height: `${100 / scale}%`,
          transform: `scale(${scale})`,
          marginInlineStart: `${Math.max(0, (available - width) / 2)}px`,
        }}
      />
    </div>
  )
}
