import { join } from 'node:path'
import type { Report } from '../../node/report.ts'
import { WorkerProcess } from '../../node/worker-process.ts'
import type { LetterTasks } from './letter-process.ts'

/** How long the process stays when it has nothing to do. */
const MAX_IDLE_MS = 30_000
/** The memory for JavaScript objects of the process, in MB. */
const MAX_HEAP_MB = 256

/** A process for what is done with letters, with low priority. */
export const letterProcess = (report: Report) =>
  new WorkerProcess<LetterTasks>({
    file: join(import.meta.dirname, 'letter-process.ts'),
    ...{ maxHeapMb: MAX_HEAP_MB, hasLowPriority: true, maxIdleMs: MAX_IDLE_MS },
    onNote: (line) => report(String(line)),
  })
