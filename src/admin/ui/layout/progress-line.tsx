import { ProgressBar } from 'react-aria-components/ProgressBar'

/** A bar with what it counts beside it. `share`: 0 to 1; null: not known. */
export function ProgressLine({ label, share, text }: { label: string; share: number | null; text: string }) {
  return (
    <ProgressBar
      aria-label={label}
      {...(share === null ? { isIndeterminate: true } : { value: share * 100 })}
      className="flex flex-col gap-1.5"
    >
      <span className="block h-1.5 overflow-hidden rounded-full bg-tint">
        <span
          className={`block h-full origin-left rounded-full bg-prussian transition-transform duration-300 ${share === null ? 'animate-pulse' : ''}`}
          style={{ transform: `scaleX(${share ?? 1})` }}
        />
      </span>
      <span className="text-sm text-soft tabular-nums">{text}</span>
    </ProgressBar>
  )
}
