/** Memory of a process and of those below it, from /proc: only on Linux. */
import { readFileSync, readdirSync } from 'node:fs'

interface ProcessMemory {
  /** The file that Node runs, or the program. */
  name: string
  /** Of the memory that it shares with others, its part. */
  bytes: number
}

/** The memory of the process `pid` and of all below it; empty where there is no /proc. */
export function treeMemory(pid: number): ProcessMemory[] {
  const parents = new Map<number, number[]>()
  for (const name of readEntries('/proc')) {
    if (!/^\d+$/.test(name)) continue
    // After the name of the program, which may have blanks and brackets.
    const [, parent] = readText(`/proc/${name}/stat`).split(') ').at(-1)?.split(' ') ?? []
    if (parent !== undefined)
      parents.set(Number(parent), [...(parents.get(Number(parent)) ?? []), Number(name)])
  }
  const tree = [pid]
  for (const one of tree) tree.push(...(parents.get(one) ?? []))
  return tree.flatMap((one) => {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readText(`/proc/${one}/smaps_rollup`))?.[1]
    if (kilobytes === undefined) return []
    const words = readText(`/proc/${one}/cmdline`).split('\0')
    const name = words.findLast((word) => /\.[cm]?[jt]s$/.test(word)) ?? words[0] ?? ''
    return [{ name: name.split('/').at(-1) ?? name, bytes: Number(kilobytes) * 1_024 }]
  })
}

export function totalBytes(memory: readonly ProcessMemory[]): number {
  return memory.reduce((sum, { bytes }) => sum + bytes, 0)
}

function readEntries(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Empty when the process has ended. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
