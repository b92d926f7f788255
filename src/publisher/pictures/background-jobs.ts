import * as z from 'zod/mini'
import { secretClient } from '../../backend/client.ts'
import { toBackendError } from '../../backend/errors.ts'
import { selectOf } from '../../domain/rows/content-type.ts'
import { MEDIA_BUCKET, storedFileUrl } from '../../domain/media/media-address.ts'
import { rightsXmp } from '../../domain/media/media-rights.ts'
import { isCopiedType, mediaType } from '../../domain/media/media.ts'
import { type Report, messageOf } from '../../node/report.ts'
import type { HeldLease } from '../database/lease.ts'
import type { PictureStore, WantedPicture } from './store.ts'

/** Rows that are read in one request. */
const ROWS_AT_ONCE = 100

interface PictureJobsOptions {
  store: PictureStore
  supabaseUrl: string
  secretKey: string
  lease: HeldLease
  report: Report
  /** Called when a picture is known now that pages were published without. */
  onChange: () => void
}

const unproposedSchema = z.array(
  z.pick(mediaType.row, { id: true, storage_path: true, thumbnail_path: true }),
)

const uploadedRow = z.pick(mediaType.row, {
  storage_path: true,
  mime_type: true,
  credit: true,
  licence: true,
  licence_url: true,
  made_by: true,
})
const uploadedSchema = z.array(uploadedRow)

/** Work on pictures in the background, which builds do not wait for. */
export class PictureJobs {
  readonly #options: PictureJobsOptions
  readonly #client
  /** Media rows whose focus could not be proposed; they are tried again by the next publisher. */
  readonly #failedProposals = new Set<string>()
  /** The last job on files of pictures: one begins when the one before it has ended. */
  #files: Promise<void> = Promise.resolve()
  #proposals: Promise<void> = Promise.resolve()
  #retry: Promise<void> | null = null
  #isStopped = false

  constructor(options: PictureJobsOptions) {
    this.#options = options
    this.#client = secretClient(options.supabaseUrl, options.secretKey)
  }

  /** Proposes a focus for each picture that has no proposal: it came while no publisher ran. */
  proposeMissing(): void {
    this.#proposals = this.#proposals.then(() => this.#proposeFocuses())
  }

  /** Removes the files of unused pictures. Call it once the store knows which pictures are in use. */
  removeUnused(): void {
    this.#addFileJob('unused pictures cannot be removed', () => this.#options.store.removeUnused())
  }

  /**
   * Copies pictures just uploaded, so that the story that will name one is published faster, and proposes a focus for each.
   * `ids`: of new and changed files of the library; what is not published is read with the secret key.
   */
  prefetch(ids: readonly string[]): void {
    if (ids.length > 0) this.proposeMissing()
    for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
      const some = ids.slice(start, start + ROWS_AT_ONCE)
      this.#addFileJob('uploads cannot be read', () => this.#prefetchUploads(some))
    }
  }

  /** Fetches again the pictures that could not be fetched. */
  retryFailed(): void {
    const { store, onChange } = this.#options
    const failed = [...store.failedFetches]
    if (failed.length === 0) return
    this.#retry ??= store
      .ensure(failed)
      .then(() => {
        if (failed.some(([url]) => store.index.has(url) && !store.failedFetches.has(url))) onChange()
      })
      .catch((error: unknown) => this.#reportFailure('pictures cannot be stored', error))
      .finally(() => (this.#retry = null))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all([this.#files, this.#retry, this.#proposals])
  }

  #addFileJob(failure: string, job: () => Promise<void>): void {
    this.#files = this.#files.then(job).catch((error: unknown) => this.#reportFailure(failure, error))
  }

  /** That a stop has cut it off is no failure. */
  #reportFailure(failure: string, error: unknown): void {
    if (!this.#isStopped) this.#options.report(`${failure}: ${messageOf(error)}`)
  }

  async #prefetchUploads(ids: readonly string[]): Promise<void> {
    if (this.#isStopped) return
    const { data, error, status } = await this.#client
      .from('media')
      .select(selectOf(uploadedRow))
      .in('id', ids)
    if (error) throw toBackendError(error, status)
    for (const { storage_path, mime_type, ...rights } of uploadedSchema.parse(data)) {
      if (!isCopiedType(mime_type)) continue
      const url = storedFileUrl(this.#options.supabaseUrl, MEDIA_BUCKET, storage_path)
      this.#addFileJob(`picture ${url}`, () => this.#prefetch([url, rightsXmp(rights)]))
    }
  }

  async #prefetch([url, xmp]: WantedPicture): Promise<void> {
    if (this.#isStopped) return
    const { store, onChange } = this.#options
    // A story that names it may have been published without it just now.
    const hadFailed = store.failedFetches.has(url)
    await store.copyAll([url, xmp])
    if (hadFailed && store.index.has(url)) onChange()
  }

  async #proposeFocuses(): Promise<void> {
    try {
      for (;;) {
        const { data, error, status } = await this.#client.rpc('list_media_without_focus_proposal', {
          p_take: ROWS_AT_ONCE + this.#failedProposals.size,
        })
        if (error) throw toBackendError(error, status)
        const rows = unproposedSchema.parse(data).filter(({ id }) => !this.#failedProposals.has(id))
        if (rows.length === 0) return
        for (const { id, storage_path, thumbnail_path } of rows) {
          if (this.#isStopped) return
          await this.#proposeFocus(
            id,
            storedFileUrl(this.#options.supabaseUrl, MEDIA_BUCKET, thumbnail_path ?? storage_path),
          )
        }
      }
    } catch (error) {
      this.#reportFailure('no focus can be proposed', error)
    }
  }

  async #proposeFocus(id: string, url: string): Promise<void> {
    const { store, lease } = this.#options
    try {
      const focus = await store.proposeFocus(url)
      await lease.confirm()
      const { error, status } = await this.#client
        .from('media_focus_proposals')
        .insert({ media_id: id, focus })
      if (error) throw toBackendError(error, status)
    } catch (error) {
      this.#failedProposals.add(id)
      this.#reportFailure(`picture ${url}: no focus can be proposed`, error)
    }
  }
}
