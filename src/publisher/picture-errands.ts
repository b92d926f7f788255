import type { Changes } from '../content/rows.ts'
import type { PictureStore } from './picture-store.ts'
import { mediaUrl } from './picture-urls.ts'

/** What is done about pictures beside the stories, which do not wait for it. */
export interface PictureErrands {
  /** Makes the copies of pictures just uploaded, so that the story that names one is not kept waiting. */
  prepareUploads(changes: Changes): void
  /** Asks once more for what the storage did not give, and says `found` when pages can be made with it. */
  fetchMissed(): void
  stop(): Promise<void>
}

export function createPictureErrands(
  store: PictureStore,
  supabaseUrl: string,
  report: (line: string) => void,
  found: () => void,
): PictureErrands {
  let preparing: Promise<void> = Promise.resolve()
  let fetching: Promise<void> | null = null
  let stopped = false

  async function prepare(url: string): Promise<void> {
    // A story that names it may have been published without it just now.
    const wasMissed = store.missed.has(url)
    await store.prepare(url)
    if (wasMissed && store.index.has(url)) found()
  }

  return {
    prepareUploads(changes) {
      for (const media of changes.media?.put ?? []) {
        if (!/^image\/(jpeg|png|webp|avif|gif|tiff)$/.test(media.mime_type)) continue
        const url = mediaUrl(supabaseUrl, media.storage_path)
        preparing = preparing
          .then(() => (stopped ? undefined : prepare(url)))
          .catch((error: unknown) => report(`picture ${url}: ${String(error)}`))
      }
    },
    fetchMissed() {
      const missed = [...store.missed]
      if (missed.length === 0 || fetching) return
      fetching = store
        .learn(missed)
        .then(() => {
          if (missed.some((url) => store.index.has(url))) found()
        })
        .catch((error: unknown) => report(`pictures cannot be kept: ${String(error)}`))
        .finally(() => (fetching = null))
    },
    async stop() {
      stopped = true
      await Promise.all([preparing, fetching])
    },
  }
}
