// Preloaded into the processes of the product and their threads: SIGUSR2 ends the thread of the embedded database, which the
// thread of the local Supabase has started.
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

const channel = new BroadcastChannel('end the database')
channel.unref()
if (isMainThread) process.on('SIGUSR2', () => channel.postMessage(null))
else {
  let database
  process.on('worker', (worker) => (database = worker))
  channel.onmessage = () => database?.terminate()
}
