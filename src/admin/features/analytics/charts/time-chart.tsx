import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { formatNumber } from '../../../../domain/text/format-number.ts'
import { type Bucket, rangeText, shortDay } from '../periods.ts'
import { labelled, ticks } from './scale.ts'

const HEIGHT = 190
const LEFT = 44
const BOTTOM = 24
const TOP = 10
const LABEL_WIDTH = 76

/**
 * A chart of numbers over time. The arrow keys or a pointer select a mark, whose numbers are shown below the chart. The
 * table of its card has the same numbers.
 */
export function TimeChart({
  title,
  buckets,
  series,
  format = (value) => formatNumber(value),
  minStep = 1,
}: {
  title: string
  buckets: readonly Bucket[]
  series: readonly Series[]
  format?: (value: number) => string
  /** The smallest distance of two lines of the scale. */
  minStep?: number
}) {
  const [ref, width] = useWidth()
  const [active, setActive] = useState<number | null>(null)
  const titleId = useId()
  const max = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const scale = ticks(max, minStep)
  const top = scale.at(-1) ?? 1
  const band = Math.max(0, width - LEFT) / Math.max(1, buckets.length)
  const x = (index: number) => LEFT + (index + 0.5) * band
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const last = buckets.length - 1
  const shown = active === null ? null : Math.min(active, last)
  const bucket = shown === null ? undefined : buckets[shown]

  const onKeyDown = (event: KeyboardEvent) => {
    const at = shown ?? last + 1
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setActive(Math.max(0, Math.min(last, next)))
  }

  return (
    <div>
      <div
        ref={ref}
        role="group"
        tabIndex={0}
        aria-label={`${title}: use the arrow keys to read the values`}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
        onPointerLeave={() => setActive(null)}
        onPointerMove={(event) => {
          const from = event.currentTarget.getBoundingClientRect().left
          const index = Math.floor((event.clientX - from - LEFT) / band)
          setActive(index >= 0 && index <= last ? index : null)
        }}
        className="rounded-sm"
      >
        <svg width={width} height={HEIGHT} role="img" aria-labelledby={titleId} className="block select-none">
          <title id={titleId}>{title}</title>
          <desc>{`From ${describe(buckets)}; the table has the same numbers.`}</desc>
          {scale.map((value) => (
            <g key={value}>
              <line x1={LEFT} x2={width} y1={y(value)} y2={y(value)} className="stroke-rule" />
              <text x={LEFT - 8} y={y(value) + 4} textAnchor="end" className="fill-soft text-xs">
                {format(value)}
              </text>
            </g>
          ))}
          {shown !== null && (
            <rect
              x={LEFT + shown * band}
              y={TOP}
              width={band}
              height={HEIGHT - TOP - BOTTOM}
              className="fill-tint"
            />
          )}
          {series.map((one) => (
            <Marks key={one.label} series={one} x={x} y={y} band={band} />
          ))}
          {labelled(buckets.length, Math.floor((width - LEFT) / LABEL_WIDTH)).map((index) => (
            <text
              key={index}
              x={Math.min(x(index), width - 22)}
              y={HEIGHT - 6}
              textAnchor="middle"
              className="fill-soft text-xs"
            >
              {shortDay(buckets[index]?.from ?? '')}
            </text>
          ))}
        </svg>
      </div>
      <Values series={series} bucket={bucket} shown={shown} format={format} />
    </div>
  )
}

/** The names of the series; with a bucket, its numbers. */
function Values({
  series,
  bucket,
  shown,
  format,
}: {
  series: readonly Series[]
  bucket: Bucket | undefined
  shown: number | null
  format: (value: number) => string
}) {
  return (
    <p aria-live="polite" className="mt-1 flex min-h-5 flex-wrap items-center gap-x-4 text-xs text-soft">
      {bucket !== undefined && <span className="font-semibold text-ink">{rangeText(bucket)}</span>}
      {(bucket !== undefined || series.length > 1) &&
        series.map(({ label, tone, values }) => {
          const value = shown === null ? undefined : values[shown]
          return (
            <span key={label} className="inline-flex items-center gap-1.5">
              <span aria-hidden className={`size-2 rounded-full ${SWATCHES[tone]}`} />
              {label}
              {bucket !== undefined && (
                <span className="font-semibold text-ink">{value == null ? 'none' : format(value)}</span>
              )}
            </span>
          )
        })}
    </p>
  )
}

const SWATCHES = { prussian: 'bg-prussian', vermilion: 'bg-vermilion' } as const

function describe(buckets: readonly Bucket[]): string {
  const [first] = buckets
  const last = buckets.at(-1)
  return first && last ? rangeText({ from: first.from, until: last.until }) : 'no day'
}

/** The width of an element in pixels as it changes, 0 before it is known. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

/** One series of numbers; null where there is none. */
export interface Series {
  label: string
  mark: 'bar' | 'line' | 'dot'
  tone: 'prussian' | 'vermilion'
  values: readonly (number | null)[]
}

const FILLS = { prussian: 'fill-prussian', vermilion: 'fill-vermilion' } as const
const STROKES = { prussian: 'stroke-prussian', vermilion: 'stroke-vermilion' } as const

/** The marks of one series. `x` is the middle of a place, `band` its width, `y` the height of a value. */
function Marks({
  series: { mark, tone, values },
  x,
  y,
  band,
}: {
  series: Series
  x: (index: number) => number
  y: (value: number) => number
  band: number
}) {
  const present = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  if (mark === 'line') {
    const points = present.map(({ value, index }) => `${x(index)},${y(value)}`).join(' ')
    return (
      <polyline
        points={points}
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
        className={STROKES[tone]}
      />
    )
  }
  if (mark === 'dot') {
    return present.map(({ value, index }) => (
      <circle key={index} cx={x(index)} cy={y(value)} r={3.5} className={FILLS[tone]} />
    ))
  }
  const width = Math.min(Math.max(1, band * 0.72), 40)
  return present
    .filter(({ value }) => value > 0)
    .map(({ value, index }) => {
      const height = Math.max(1.5, y(0) - y(value))
      return (
        <rect
          key={index}
          x={x(index) - width / 2}
          y={y(0) - height}
          width={width}
          height={height}
          rx={Math.min(2, width / 3)}
          className={FILLS[tone]}
        />
      )
    })
}
