/** Prints one line of progress or failure for a person. */
export type Report = (line: string) => void

export type OnProgress = (done: number, total: number) => void

/** Reports `<what> <done>/<total>` at most once a second, and at the end. */
export function reportProgress(report: Report, what: string): OnProgress {
  let last = Date.now()
  return (done, total) => {
    if (Date.now() - last < 1_000 && done < total) return
    last = Date.now()
    report(`${what} ${done}/${total}`)
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
