import { AsyncLocalStorage } from 'node:async_hooks'

const METHODS = ['log', 'info', 'warn', 'error'] as const

const captured = new AsyncLocalStorage<string[]>()
let installed = false

/** Runs the task. What it prints goes into `lines` instead of the console: the first line of each call, no stacks. */
export function captureConsole<T>(lines: string[], task: () => Promise<T>): Promise<T> {
  install()
  return captured.run(lines, task)
}

function install(): void {
  if (installed) return
  installed = true
  for (const method of METHODS) {
    const print = console[method].bind(console)
    console[method] = (...args: unknown[]) => {
      const lines = captured.getStore()
      if (lines === undefined) print(...args)
      else lines.push(args.map(oneLine).join(' '))
    }
  }
}

function oneLine(value: unknown): string {
  const message = value instanceof Error ? value.message : readMessage(value)
  return message.split('\n', 1)[0] ?? ''
}

function readMessage(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'message' in value) return String(value.message)
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
}
