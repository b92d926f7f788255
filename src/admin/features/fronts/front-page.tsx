import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FrontBlock, frontTitle } from '../../../domain/sections/front.ts'
import { useSections } from '../../story/sections.ts'
import { type Device, DeviceChoice, PageFrame } from '../../components/page-frame.tsx'
import { hasPublisher } from '../../data/requests/publisher.ts'
import { useDebounced } from '../../data/requests/use-debounced.ts'
import { DateTimeField } from '../../ui/dates/date-time-field.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { useMediaQuery } from '../../ui/layout/use-media-query.ts'
import type { Stories } from '../../story/blocks/stories.ts'
import { drawnPageQuery } from './data/drawn-front.ts'

const PHONE_QUERY = '(max-width: 639px)'

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
  const [device, setDevice] = useState<Device>(useMediaQuery(PHONE_QUERY) ? 'phone' : 'desktop')
  const title = frontTitle(useSections(), path)
  const asKey = useDebounced(JSON.stringify(blocks))
  const isDrawn = cannotDraw === null && hasPublisher()
  const {
    data: html,
    isFetching,
    isLoadingError,
  } = useQuery({ ...drawnPageQuery(asKey, path, moment), enabled: isDrawn })
  return (
    <section aria-label="The page as it will be" className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-full sm:w-64">
          <DateTimeField label="Shown as it is at" value={moment} onChange={onMoment} emptyText="Now" />
        </div>
        {html != null && <DeviceChoice device={device} onChoose={setDevice} />}
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
              (isLoadingError
                ? 'The page could not be drawn.'
                : 'The page cannot be drawn here: the program that publishes does not serve this site. The list says what it shows.')}
          </p>
        )
      ) : (
        <PageFrame
          title={`${title} as it will be`}
          html={html}
          device={device}
          isOld={isFetching}
          className="h-[calc(100dvh-15rem)] min-h-96 max-xl:h-[60dvh]"
          onSelect={(slug) => {
            const story = [...stories.values()].find((one) => one.slug === slug)
            if (story !== undefined) onSelect(story.id)
          }}
        />
      )}
    </section>
  )
}
