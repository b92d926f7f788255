import type { EditingSession } from './session.ts'
import { type Versions, versionsOf } from './state.ts'

const CHANNEL = 'mantel.article-versions'
/** From the start of one request to the start of the next: a save elsewhere is noticed within a second. */
const POLL_MS = 700
/** The same once the server has not answered several times in a row. */
const FAILED_POLL_MS = 15_000
const MAX_FAILURES = 3

interface Announcement {
  articleId: string
  versions: Versions
}

/**
 * Compares the versions on the server with those of a session: at once when another tab of this browser saves, and
 * within a second while this tab is visible, for other devices. `loadVersions` gives null for an article that cannot be read:
 * the next save says why. Returns the function that stops it.
 */
export function watchRemote(
  session: EditingSession,
  loadVersions: (articleId: string) => Promise<Versions | null>,
): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isPolling = false
  let { saved, workingCopy } = session.state

  channel.onmessage = ({ data }: MessageEvent<Announcement>) => {
    if (data.articleId === session.state.saved?.id) session.compareVersions(data.versions)
  }
  const announce = () => {
    const { state } = session
    if (state.saved === saved && state.workingCopy === workingCopy) return
    ;({ saved, workingCopy } = state)
    if (saved === null) return
    const versions = { version: saved.version, copyVersion: versionsOf(state).copyVersion }
    channel.postMessage({ articleId: saved.id, versions } satisfies Announcement)
  }
  const unsubscribe = session.subscribe(announce)

  const stopping = new AbortController()
  const { signal } = stopping
  const poll = async () => {
    clearTimeout(timer)
    // The request that is under way sets the next timer.
    if (isPolling) return
    const started = performance.now()
    const { state } = session
    if (state.saved !== null && state.save.kind !== 'saving' && document.visibilityState === 'visible') {
      isPolling = true
      const versions = await loadVersions(state.saved.id).catch(() => null)
      isPolling = false
      failures = versions === null ? failures + 1 : 0
      if (versions !== null && !signal.aborted) session.compareVersions(versions, state)
    }
    if (signal.aborted) return
    const interval = failures < MAX_FAILURES ? POLL_MS : FAILED_POLL_MS
    timer = setTimeout(() => void poll(), Math.max(0, started + interval - performance.now()))
  }
  const retryNow = () => {
    failures = 0
    void poll()
  }
  timer = setTimeout(() => void poll(), POLL_MS)
  addEventListener('online', retryNow, { signal })
  document.addEventListener('visibilitychange', retryNow, { signal })

  return () => {
    stopping.abort()
    clearTimeout(timer)
    unsubscribe()
    channel.close()
  }
}
