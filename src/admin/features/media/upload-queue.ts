export interface QueuedUpload {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'failed'
  /** Share sent, 0 to 1. */
  progress: number
  reason: string
}

export interface UploadsEnded {
  uploaded: number
  cancelled: number
  /** The names of the files that failed. */
  failed: readonly string[]
}

interface UploadQueueOptions {
  /** Uploads one file; rejects when that fails or the signal aborts it. */
  upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<unknown>
  describeError: (error: unknown) => string
  /** Called when no upload is waiting or running any more, unless all were cancelled. */
  onEnd: (ended: UploadsEnded) => void
}

const MAX_PARALLEL = 2

/** Uploads files two at a time; each can be cancelled, and retried when it failed. */
export class UploadQueue {
  #items: readonly QueuedUpload[] = []
  #nextId = 1
  #uploaded = 0
  #cancelled = 0
  /** Names by id of the uploads that failed and were not tried again. */
  readonly #failed = new Map<number, string>()
  readonly #running = new Map<number, AbortController>()
  readonly #listeners = new Set<() => void>()
  readonly #options: UploadQueueOptions

  constructor(options: UploadQueueOptions) {
    this.#options = options
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly items = (): readonly QueuedUpload[] => this.#items

  add(files: readonly File[]): void {
    const added = files.map((file): QueuedUpload => ({
      id: this.#nextId++,
      file,
      state: 'waiting',
      progress: 0,
      reason: '',
    }))
    this.#show([...this.#items, ...added])
    this.#advance()
  }

  retry(id: number): void {
    this.#failed.delete(id)
    this.#change(id, { state: 'waiting', progress: 0, reason: '' })
    this.#advance()
  }

  /** Aborts an upload, or takes a failed one off the list. */
  cancel(id: number): void {
    this.#take(this.#items.filter((item) => item.id === id))
  }

  cancelAll(): void {
    this.#take(this.#items)
  }

  /** Removes uploads from the list; running ones are aborted. */
  #take(items: readonly QueuedUpload[]): void {
    for (const { id, state } of items) {
      if (state !== 'failed') this.#cancelled += 1
      this.#running.get(id)?.abort()
      this.#running.delete(id)
    }
    this.#show(this.#items.filter((item) => !items.includes(item)))
    this.#advance()
  }

  #advance(): void {
    for (const item of this.#items) {
      if (this.#running.size >= MAX_PARALLEL) return
      if (item.state === 'waiting') void this.#send(item)
    }
    if (this.#running.size > 0) return
    const ended = {
      uploaded: this.#uploaded,
      cancelled: this.#cancelled,
      failed: [...this.#failed.values()],
    }
    this.#uploaded = 0
    this.#cancelled = 0
    this.#failed.clear()
    if (ended.uploaded + ended.failed.length > 0) this.#options.onEnd(ended)
  }

  async #send({ id, file }: QueuedUpload): Promise<void> {
    const controller = new AbortController()
    this.#running.set(id, controller)
    this.#change(id, { state: 'sending' })
    try {
      await this.#options.upload(file, (progress) => this.#change(id, { progress }), controller.signal)
      // Cancelled too late: it is counted as that.
      if (controller.signal.aborted) return
      this.#uploaded += 1
      this.#show(this.#items.filter((item) => item.id !== id))
    } catch (error) {
      if (controller.signal.aborted) return
      this.#failed.set(id, file.name)
      this.#change(id, { state: 'failed', reason: this.#options.describeError(error) })
    }
    this.#running.delete(id)
    this.#advance()
  }

  #change(id: number, patch: Partial<QueuedUpload>): void {
    this.#show(this.#items.map((item) => (item.id === id ? { ...item, ...patch } : item)))
  }

  #show(items: readonly QueuedUpload[]): void {
    this.#items = items
    for (const listener of this.#listeners) listener()
  }
}
