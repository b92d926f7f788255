/** One row of numbers; null where there is none. */
export interface Series {
  label: string
  mark: 'bar' | 'line' | 'dot'
  tone: 'viridian' | 'marigold'
  values: readonly (number | null)[]
}

const FILLS = { viridian: 'fill-viridian', marigold: 'fill-marigold' } as const
const STROKES = { viridian: 'stroke-viridian', marigold: 'stroke-marigold' } as const

/** The marks of one series. `x` is the middle of a place, `band` its width, `y` the height of a value. */
export function Marks({
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
  const there = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  if (mark === 'line') {
    const points = there.map(({ value, index }) => `${x(index)},${y(value)}`).join(' ')
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
    return there.map(({ value, index }) => (
      <circle key={index} cx={x(index)} cy={y(value)} r={3.5} className={FILLS[tone]} />
    ))
  }
  const width = Math.min(Math.max(1, band * 0.72), 40)
  return there
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
