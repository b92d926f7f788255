import type { Changes } from '../content/rows.ts'
import type { PictureStore } from './picture-store.ts'
import { mediaUrl } from './picture-urls.ts'
import { type Report, messageOf } from './report.ts'

/** Work on pictures in the background, which builds do not wait for. */
export interface PictureJobs {
  /** Makes the copies of pictures just uploaded, so that the story that names one is published faster. */
  prepareUploads(changes: Changes): void
  /** Fetches again the pictures that could not be fetched. */
  retryFailed(): void
  stop(): Promise<void>
}

interface PictureJobsOptions {
  store: PictureStore
  supabaseUrl: string
  report: Report
  /** Called when a picture is known now that pages were published without. */
  onNewPictures: () => void
}

export function createPictureJobs(options: PictureJobsOptions): PictureJobs {
  const { store, supabaseUrl, report, onNewPictures } = options
  let preparing: Promise<void> = Promise.resolve()
  let retrying: Promise<void> | null = null
  let stopped = false

  async function prepare(url: string): Promise<void> {
    if (stopped) return
    // A story that names it may have been published without it just now.
    const hadFailed = store.failedFetches.has(url)
    await store.prepare(url)
    if (hadFailed && store.index.has(url)) onNewPictures()
  }

  async function retry(urls: readonly string[]): Promise<void> {
    await store.ensure(urls)
    if (urls.some((url) => store.index.has(url))) onNewPictures()
  }

  return {
    prepareUploads(changes) {
      for (const media of changes.media?.put ?? []) {
        if (!/^image\/(jpeg|png|webp|avif|gif|tiff)$/.test(media.mime_type)) continue
        const url = mediaUrl(supabaseUrl, media.storage_path)
        preparing = preparing
          .then(() => prepare(url))
          .catch((error: unknown) => report(`picture ${url}: ${messageOf(error)}`))
      }
    },
    retryFailed() {
      if (store.failedFetches.size === 0) return
      retrying ??= retry([...store.failedFetches])
        .catch((error: unknown) => report(`pictures cannot be stored: ${messageOf(error)}`))
        .finally(() => (retrying = null))
    },
    async stop() {
      stopped = true
      await Promise.all([preparing, retrying])
    },
  }
}
