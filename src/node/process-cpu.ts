import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The unit of /proc, the same on every Linux. */
const MS_PER_TICK = 10

const run = promisify(execFile)

/** The processor time that another process has taken since it began, in ms; null where the system does not tell. */
export async function processCpuMs(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') return readStat(await readFile(`/proc/${pid}/stat`, 'utf8'))
    return readPsTime((await run('ps', ['-o', 'time=', '-p', String(pid)])).stdout)
  } catch {
    return null
  }
}

/** Reads `/proc/<pid>/stat`, whose second field is a name in parentheses that may have blanks. */
export function readStat(stat: string): number | null {
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return user === undefined || system === undefined ? null : (user + system) * MS_PER_TICK
}

/** Reads the time that `ps` prints: `[[days-]hours:]minutes:seconds`, in parts of a second or whole ones. */
export function readPsTime(text: string): number | null {
  const [, days = '0', hours = '0', minutes = '', seconds = ''] =
    /^(?:(?:(\d+)-)?(\d+):)?(\d+):([\d.]+)$/.exec(text.trim()) ?? []
  if (minutes === '') return null
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}
