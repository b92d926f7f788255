/** Memory and CPU time of a process and of those below it, from /proc: only on Linux. */
import { readFileSync, readdirSync } from 'node:fs'

/** Of Linux on all machines that people have. */
const TICKS_PER_SECOND = 100

interface ProcessMemory {
  /** The file that Node runs, or the program. */
  name: string
  /** Of the memory that it shares with others, its part. */
  bytes: number
}

/** The process `pid` and all below it; itself alone where there is no /proc. */
function treeOf(pid: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readEntries('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = statOf(Number(name))[1]
    if (parent !== undefined)
      parents.set(Number(parent), [...(parents.get(Number(parent)) ?? []), Number(name)])
  }
  const tree = [pid]
  for (const one of tree) tree.push(...(parents.get(one) ?? []))
  return tree
}

/** What /proc says of a process after the name of its program, which may have blanks and brackets. */
function statOf(pid: number): string[] {
  return readText(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
}

/** Seconds of CPU time of the process `pid` and of all below it that still run. */
export function treeCpu(pid: number): number {
  const ticks = treeOf(pid).map((one) => {
    const stat = statOf(one)
    return Number(stat[11] ?? 0) + Number(stat[12] ?? 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND
}

/** The memory of the process `pid` and of all below it; empty where there is no /proc. */
export function treeMemory(pid: number): ProcessMemory[] {
  return treeOf(pid).flatMap((one) => {
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
