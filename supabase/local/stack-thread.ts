/** The thread of `startStackInThread`: runs the local Supabase. */
import { sendNote, serveCalls } from '../../src/node/call-thread.ts'
import { type Stack, type StackOptions, startStack } from './stack.ts'

export type StackNote = { line: string } | { channel: string; payload: string } | { isSignedIn: true }

/** How often it is told at most that somebody who is signed in sends requests. */
const SIGNED_IN_MS = 5_000

let started: Stack | null = null

function stack(): Stack {
  if (started === null) throw new Error('The local Supabase has not started')
  return started
}

const send = (note: StackNote): void => sendNote(note)

let toldAt = -Infinity
function onSignedIn(): void {
  const now = performance.now()
  if (now - toldAt < SIGNED_IN_MS) return
  toldAt = now
  send({ isSignedIn: true })
}

const calls = {
  start: async (options: Omit<StackOptions, 'onProgress' | 'onSignedIn'>) => {
    started = await startStack({ ...options, onProgress: (line) => send({ line }), onSignedIn })
    const { url, port, publishableKey, secretKey } = started
    return { url, port, publishableKey, secretKey }
  },
  sql: (text: string, params: unknown[]) => stack().sql<Record<string, unknown>>(text, params),
  listen: async (channel: string) => {
    await stack().listen(channel, (payload) => send({ channel, payload }))
  },
  stop: () => stack().stop(),
}

export type StackCalls = typeof calls

serveCalls(calls)
