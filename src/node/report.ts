import { errorMessage } from '../backend/error-message.ts'

/** Prints one line of progress or failure for a person. */
export type Report = (line: string) => void

export type OnProgress = (done: number, total: number) => void

/** Reports `<what> <done>/<total>` and how long the rest takes, at most once in `intervalMs`, and at the end. */
export function reportProgress(report: Report, what: string, intervalMs = 1_000): OnProgress {
  const started = Date.now()
  let last = started
  return (done, total) => {
    const now = Date.now()
    if (now - last < intervalMs && done < total) return
    last = now
    const left = done < total ? `, about ${duration(((now - started) / done) * (total - done))} left` : ''
    report(`${what} ${done}/${total}${left}`)
  }
}

function duration(ms: number): string {
  return ms < 90_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`
}

/** Why something failed, in words: staff see it at the article whose publish failed. */
export function messageOf(error: unknown): string {
  const message = errorMessage(error)
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  return isFull ? `The disk is full (${message})` : message
}
