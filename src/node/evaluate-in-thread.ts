import { Session } from 'node:inspector'
import { isMainThread } from 'node:worker_threads'

/**
 * Evaluates an expression in another thread of this process at once, also in the middle of what it runs: by the protocol of
 * debuggers, which interrupts WebAssembly as well. Resolves when that is done or the thread has ended.
 */
export async function evaluateInThread(threadId: number, expression: string): Promise<void> {
  const session = new Session()
  // Only the main thread knows all others.
  if (isMainThread) session.connect()
  else session.connectToMainThread()
  try {
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    const failWith = (error: Error | null) => error !== null && reject(error)
    session.on('NodeWorker.receivedMessageFromWorker', () => resolve())
    session.on('NodeWorker.detachedFromWorker', () => resolve())
    session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
      if (!workerInfo.title.startsWith(`[worker ${threadId}]`)) return
      const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })
      session.post('NodeWorker.sendMessageToWorker', { sessionId, message }, failWith)
    })
    session.post('NodeWorker.enable', { waitForDebuggerOnStart: false }, failWith)
    await done
  } finally {
    session.disconnect()
  }
}
