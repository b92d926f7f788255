import { type ReactNode, useId } from 'react'
import { type Opening, OPENING_BY_PICTURE, OPENING_LABELS, OPENINGS } from '../../domain/story/opening.ts'

/** A page of 40 × 30: its picture, and the lines of its title and its text. */
const DRAWINGS: Readonly<Record<Opening, ReactNode>> = {
  above: (
    <>
      <Picture x={0} y={0} width={40} height={14} />
      <Line x={6} y={18} width={28} />
      <Text y={23} />
    </>
  ),
  behind: (
    <>
      <Picture x={0} y={0} width={40} height={20} />
      <rect x={4} y={13} width={24} height={3} className="fill-card" />
      <Text y={24} />
    </>
  ),
  beside: (
    <>
      <Line x={4} y={8} width={14} />
      <Picture x={22} y={3} width={14} height={16} />
      <Text y={23} />
    </>
  ),
  below: (
    <>
      <Line x={6} y={3} width={28} />
      <Picture x={3} y={9} width={34} height={11} />
      <Text y={24} />
    </>
  ),
  none: (
    <>
      <Line x={6} y={5} width={28} />
      <Text y={12} />
      <Text y={17} />
      <Text y={22} />
    </>
  ),
}

function Picture(box: { x: number; y: number; width: number; height: number }) {
  return <rect {...box} className="fill-current opacity-35" />
}

function Line(box: { x: number; y: number; width: number }) {
  return <rect {...box} height={3} className="fill-current" />
}

function Text({ y }: { y: number }) {
  return <path d={`M9 ${y}h22M9 ${y + 3}h18`} className="stroke-current opacity-45" />
}

/** The place of the featured image on the page of a story: one of five drawings, or chosen by the picture's shape. */
export function OpeningField({
  value,
  onChange,
}: {
  value: Opening | null
  onChange: (opening: Opening | null) => void
}) {
  const name = useId()
  const choices = [null, ...OPENINGS].map((opening) => ({
    opening,
    label: opening === null ? OPENING_BY_PICTURE : OPENING_LABELS[opening],
  }))
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Opening</legend>
      <div className="grid grid-cols-3 gap-1.5">
        {choices.map(({ opening, label }) => (
          <label
            key={label}
            className="flex cursor-pointer flex-col items-center gap-1 rounded-md border border-rule p-1.5 text-center text-xs text-soft hover:bg-tint has-checked:border-prussian has-checked:bg-tint has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === opening}
              onChange={() => onChange(opening)}
            />
            <svg
              aria-hidden
              viewBox="0 0 40 30"
              className="w-full max-w-16 rounded-xs border border-rule bg-card"
            >
              {opening === null ? (
                <>
                  <rect x={4} y={4} width={15} height={11} className="fill-current opacity-35" />
                  <rect x={24} y={3} width={10} height={14} className="fill-current opacity-35" />
                  <Text y={22} />
                </>
              ) : (
                DRAWINGS[opening]
              )}
            </svg>
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
