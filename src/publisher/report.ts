/** Prints one line of progress or failure for a person. */
export type Report = (line: string) => void

export type OnProgress = (done: number, total: number) => void

/** Reports `<what> <done>/<total>` at most once in `intervalMs`, and at the end. */
export function reportProgress(report: Report, what: string, intervalMs = 1_000): OnProgress {
  let last = Date.now()
  return (done, total) => {
    if (Date.now() - last < intervalMs && done < total) return
    last = Date.now()
    report(`${what} ${done}/${total}`)
  }
}

/** Why something failed, in words: staff see it at the article whose publish failed. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && error.code === 'ENOSPC' ? `The disk is full (${error.message})` : error.message
}
