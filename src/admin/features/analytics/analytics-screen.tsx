import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { serverClock } from '../../../backend/server-clock.ts'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { DayRange } from '../../ui/dates/day-range.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { PublishFigures, StoryFigures, SubscriberFigures } from './figures.tsx'
import {
  type AnalyticsSearch,
  type Period,
  monthsUntil,
  NAMED_PERIODS,
  periodLabel,
  rangeText,
  toRange,
} from './periods.ts'
import { ReadingFigures } from './reading-figures.tsx'

const route = getRouteApi('/admin/analytics')

/** Numbers about the magazine, all from its own database. */
export function AnalyticsScreen() {
  const search = route.useSearch()
  const range = toRange(search)
  const zone = serverClock.calendar.timeZone.replaceAll('_', ' ')
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-8 p-4 md:p-7">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <ScreenTitle>Analytics</ScreenTitle>
          <p className="mt-1 text-soft">{`${rangeText(range)}, beside ${rangeText(range.before)}; days in ${zone}`}</p>
        </div>
        <PeriodPicker search={search} />
      </div>
      <Group title="Readings">
        <ReadingFigures range={range} />
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

/** Months to choose from: as many as have days of all numbers. */
const MONTHS = 25

function PeriodPicker({ search }: { search: AnalyticsSearch }) {
  const navigate = useNavigate({ from: '/admin/analytics' })
  const { period = '30d', from, until } = search
  const today = serverClock.calendar.dayOf(serverClock.now().toISOString())
  const periods = [
    ...(Object.keys(NAMED_PERIODS) as Period[]),
    ...monthsUntil(today, MONTHS),
    'days' as const,
  ]
  const go = (next: AnalyticsSearch) =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-64">
        <Select
          label="Period"
          options={periods.map((one) => ({ id: one, label: periodLabel(one) }))}
          value={period}
          onChange={(chosen) => {
            // The days that were shown are where the choice of days begins.
            const { from: first, until: last } = toRange(search)
            go(chosen === 'days' ? { period: chosen, from: first, until: last } : { period: chosen })
          }}
        />
      </div>
      {period === 'days' && (
        <DayRange
          from={from}
          to={until}
          onChange={({ to, ...part }) => go({ ...search, ...part, ...(to !== undefined && { until: to }) })}
        />
      )}
    </div>
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
