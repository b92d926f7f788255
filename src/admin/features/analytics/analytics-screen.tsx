import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { PublishFigures, StoryFigures, SubscriberFigures, ViewFigures } from './figures.tsx'
import { type Period, PERIOD_LABELS, PERIODS, rangeText, toRange } from './periods.ts'

const route = getRouteApi('/admin/analytics')

/** Numbers about the magazine, all from its own database. */
export function AnalyticsScreen() {
  const search = route.useSearch()
  const { period = '30d' } = search
  const range = toRange(search)
  const zone = serverClock.calendar.timeZone.replaceAll('_', ' ')
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-8 p-4 md:p-7">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <ScreenTitle>Analytics</ScreenTitle>
          <p className="mt-1 text-soft">{`${rangeText(range)}, days in ${zone}`}</p>
        </div>
        <PeriodPicker period={period} />
      </div>
      <Group title="Readers">
        <ViewFigures range={range} period={period} />
      </Group>
      <Group title="Stories">
        <StoryFigures range={range} />
      </Group>
      <Group title="Newsletter">
        <SubscriberFigures range={range} />
      </Group>
      <Group title="Publishing">
        <PublishFigures range={range} />
      </Group>
    </div>
  )
}

function PeriodPicker({ period }: { period: Period }) {
  return (
    <nav aria-label="Period" className="flex gap-1 rounded-md bg-tint p-1">
      {PERIODS.map((one) => (
        <Link
          key={one}
          from="/admin/analytics"
          to="."
          search={{ period: one }}
          replace
          resetScroll={false}
          aria-current={one === period ? 'page' : undefined}
          className={`rounded-sm px-3 py-1.5 text-sm font-semibold transition-colors duration-200 ${one === period ? 'bg-card text-ink' : 'text-soft hover:text-ink'}`}
        >
          {PERIOD_LABELS[one]}
        </Link>
      ))}
    </nav>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <h2 className="border-t border-rule pt-4 font-serif text-xl">{title}</h2>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">{children}</div>
    </section>
  )
}
