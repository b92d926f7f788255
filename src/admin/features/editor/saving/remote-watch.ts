import type { EditingSession } from './session.ts'
import { type Versions, versionsOf } from './state.ts'

const CHANNEL = 'mantel.article-versions'
const POLL_MS = 1_000
/** Between two requests while nobody works in this tab, or the server does not answer. */
const IDLE_POLL_MS = 15_000
const IDLE_AFTER_MS = 5 * 60_000

interface Announcement {
  articleId: string
  versions: Versions
}

/**
 * Compares the versions on the server with those of a session: at once when another tab of this browser saves, and each
 * second while this tab is visible, for other devices. `loadVersions` gives null for an article that cannot be read:
 * the next save says why. Returns the function that stops it.
 */
export function watchRemote(
  session: EditingSession,
  loadVersions: (articleId: string) => Promise<Versions | null>,
): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastActive = Date.now()
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
    const { state } = session
    let delay = Date.now() - lastActive < IDLE_AFTER_MS ? POLL_MS : IDLE_POLL_MS
    if (state.saved !== null && state.save.kind !== 'saving' && document.visibilityState === 'visible') {
      const versions = await loadVersions(state.saved.id).catch(() => null)
      if (!versions) delay = IDLE_POLL_MS
      else if (!signal.aborted) session.compareVersions(versions, state)
    }
    clearTimeout(timer)
    if (!signal.aborted) timer = setTimeout(() => void poll(), delay)
  }
  const active = () => {
    const wasIdle = Date.now() - lastActive >= IDLE_AFTER_MS
    lastActive = Date.now()
    if (wasIdle) void poll()
  }
  const shown = () => {
    lastActive = Date.now()
    void poll()
  }
  timer = setTimeout(() => void poll(), POLL_MS)
  addEventListener('keydown', active, { signal })
  addEventListener('pointerdown', active, { signal })
  document.addEventListener('visibilitychange', shown, { signal })

  return () => {
    stopping.abort()
    clearTimeout(timer)
    unsubscribe()
    channel.close()
  }
}
