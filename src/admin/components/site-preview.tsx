import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlannedChange } from '../../domain/newsroom/prediction.ts'
import type { Scheme } from '../../domain/theme/theme.ts'
import { hasPublisher } from '../data/requests/publisher.ts'
import { useDebounced } from '../data/requests/use-debounced.ts'
import { Skeleton } from '../ui/layout/states.tsx'
import { useMediaQuery } from '../ui/layout/use-media-query.ts'
import { drawnPageQuery, newestStoryQuery } from '../data/requests/drawn-page.ts'
import { Choice } from './choice.tsx'
import { type Device, DeviceChoice, PageFrame } from './page-frame.tsx'
import { inScheme } from './in-scheme.ts'

const PHONE_QUERY = '(max-width: 639px)'
const DARK_QUERY = '(prefers-color-scheme: dark)'

/**
 * The home page or the newest story as it would be after a change of one row, drawn by the publisher. `what` ends its name:
 * 'in these colours'.
 */
export function SitePreview({ change, what }: { change: PlannedChange; what: string }) {
  const [device, setDevice] = useState<Device>(useMediaQuery(PHONE_QUERY) ? 'phone' : 'desktop')
  const [scheme, setScheme] = useState<Scheme>(useMediaQuery(DARK_QUERY) ? 'dark' : 'light')
  const [page, setPage] = useState<'home' | 'story'>('home')
  const { data: story = null } = useQuery(newestStoryQuery)
  const path = page === 'story' && story !== null ? `/article/${story.slug}` : '/'
  const asKey = useDebounced(JSON.stringify(change))
  const {
    data: html,
    isFetching,
    isLoadingError,
  } = useQuery({ ...drawnPageQuery(asKey, path), enabled: hasPublisher() })
  return (
    <section aria-label={`The page ${what}`} className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-20">
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <Choice
          label="Page"
          options={
            story === null
              ? [['home', 'Home']]
              : [
                  ['home', 'Home'],
                  ['story', 'Newest story'],
                ]
          }
          value={page}
          onChoose={setPage}
        />
        <Choice
          label="Scheme"
          options={[
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
          value={scheme}
          onChoose={setScheme}
        />
        <DeviceChoice device={device} onChoose={setDevice} />
      </div>
      {html == null ? (
        hasPublisher() && isFetching ? (
          <div aria-busy="true">
            <span className="sr-only">Drawing the page</span>
            <Skeleton className="h-[70dvh]" />
          </div>
        ) : (
          <p className="rounded-lg border border-dashed border-rule p-6 text-center text-sm text-soft">
            {isLoadingError
              ? 'The page could not be drawn.'
              : 'The page cannot be drawn here: the program that publishes does not serve this site.'}
          </p>
        )
      ) : (
        <PageFrame
          title={`${page === 'story' ? 'The newest story' : 'The home page'} ${what}`}
          html={inScheme(html, scheme)}
          device={device}
          isOld={isFetching}
          className="h-[calc(100dvh-11rem)] min-h-96 max-xl:h-[60dvh]"
        />
      )}
    </section>
  )
}
