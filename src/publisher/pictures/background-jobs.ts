import * as z from 'zod/mini'
import { secretClient } from '../../backend/client.ts'
import { toBackendError } from '../../backend/errors.ts'
import { type Media, isCopiedType, mediaType } from '../../domain/media.ts'
import type { HeldLease } from '../database/lease.ts'
import { type Report, messageOf } from '../../node/report.ts'
import type { PictureStore } from './store.ts'
import { mediaFileUrl } from './urls.ts'

/** Rows that are read in one request. */
const PROPOSALS_AT_ONCE = 100

interface PictureJobsOptions {
  store: PictureStore
  supabaseUrl: string
  secretKey: string
  lease: HeldLease
  report: Report
  /** Called when a picture is known now that pages were published without. */
  onDue: () => void
}

const unproposedSchema = z.array(
  z.pick(mediaType.row, { id: true, storage_path: true, thumbnail_path: true }),
)

/** Work on pictures in the background, which builds do not wait for. */
export function createPictureJobs(options: PictureJobsOptions) {
  const { store, supabaseUrl, secretKey, report, onDue } = options
  const client = secretClient(supabaseUrl, secretKey)
  /** Media rows whose focus could not be proposed; they are tried again by the next publisher. */
  const failedProposals = new Set<string>()
  let preparing: Promise<void> = Promise.resolve()
  let retrying: Promise<void> | null = null
  let stopped = false
  let proposing: Promise<void> = Promise.resolve()

  async function prepare(url: string): Promise<void> {
    if (stopped) return
    // A story that names it may have been published without it just now.
    const hadFailed = store.failedFetches.has(url)
    await store.prepare(url)
    if (hadFailed && store.index.has(url)) onDue()
  }

  async function proposeFocuses(): Promise<void> {
    try {
      for (;;) {
        const { data, error, status } = await client.rpc('list_media_without_focus_proposal', {
          p_take: PROPOSALS_AT_ONCE + failedProposals.size,
        })
        if (error) throw toBackendError(error, status)
        const rows = unproposedSchema.parse(data).filter(({ id }) => !failedProposals.has(id))
        if (rows.length === 0) return
        for (const { id, storage_path, thumbnail_path } of rows) {
          if (stopped) return
          await proposeFocus(id, mediaFileUrl(supabaseUrl, thumbnail_path ?? storage_path))
        }
      }
    } catch (error) {
      report(`no focus can be proposed: ${messageOf(error)}`)
    }
  }

  async function proposeFocus(id: string, url: string): Promise<void> {
    try {
      const focus = await store.proposeFocus(url)
      await options.lease.confirm()
      const { error, status } = await client.from('media_focus_proposals').insert({ media_id: id, focus })
      if (error) throw toBackendError(error, status)
    } catch (error) {
      failedProposals.add(id)
      report(`picture ${url}: no focus can be proposed: ${messageOf(error)}`)
    }
  }

  return {
    /** Proposes a focus for each picture that has no proposal: it came while no publisher ran. */
    proposeMissing(): void {
      proposing = proposing.then(proposeFocuses)
    },
    /** Removes the files of pictures that are no longer in use. To be called when the store knows those in use. */
    removeUnused(): void {
      preparing = preparing
        .then(store.removeUnused)
        .catch((error: unknown) => report(`unused pictures cannot be removed: ${messageOf(error)}`))
    },
    /**
     * Makes the copies of pictures just uploaded, so that the story that names one is published faster, and proposes a
     * focus for each.
     */
    prepareUploads(uploads: readonly Pick<Media, 'storage_path' | 'mime_type'>[]): void {
      if (uploads.length > 0) proposing = proposing.then(proposeFocuses)
      for (const media of uploads) {
        if (!isCopiedType(media.mime_type)) continue
        const url = mediaFileUrl(supabaseUrl, media.storage_path)
        preparing = preparing
          .then(() => prepare(url))
          .catch((error: unknown) => report(`picture ${url}: ${messageOf(error)}`))
      }
    },
    /** Fetches again the pictures that could not be fetched. */
    retryFailed(): void {
      const failed = [...store.failedFetches]
      if (failed.length === 0) return
      retrying ??= store
        .ensure(failed)
        .then(() => {
          if (failed.some((url) => store.index.has(url))) onDue()
        })
        .catch((error: unknown) => report(`pictures cannot be stored: ${messageOf(error)}`))
        .finally(() => (retrying = null))
    },
    async stop(): Promise<void> {
      stopped = true
      await Promise.all([preparing, retrying, proposing])
    },
  }
}
