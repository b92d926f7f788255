import * as z from 'zod/mini'
import { articleType } from '../../../../domain/story/article.ts'
import { isObject } from '../../../../domain/body/json.ts'
import { storedInstant, storedVersion } from '../../../../domain/rows/content-type.ts'
import { type EditorForm, sameForm } from './form.ts'

/**
 * A text kept in this browser until it is safe on the server. `id` is the editing session that wrote it; `articleId` is
 * null for an article that was never saved. 'unsaved': what an editor showed; 'mine' and 'theirs': texts that another
 * text has replaced. `savedAt` is when the text was last changed, by this device's clock. The versions belong to the
 * server's text that it was begun from.
 */
export interface LocalDraft extends z.infer<typeof envelopeSchema> {
  id: string
  userId: string
  form: EditorForm
}

/** What is stored with a text; a part that cannot be read gets a default, so that the text is not lost. */
const envelopeSchema = z.object({
  articleId: z.catch(z.nullable(z.string()), null),
  kind: z.catch(z.enum(['unsaved', 'mine', 'theirs']), 'unsaved'),
  savedAt: storedInstant,
  version: z.catch(z.nullable(z.int()), null),
  copyVersion: z.catch(z.nullable(z.int()), null),
})

/** The text on the server that a draft is compared with. */
type ServerVersion = Pick<LocalDraft, 'version' | 'copyVersion' | 'form'>

/**
 * What to do with a draft that was found: 'none' when the server holds the same text; 'restore' when nobody has saved
 * since it was begun; 'compare' when somebody has, or when the draft is a replaced text ('mine', 'theirs').
 */
export function recoveryFor(draft: LocalDraft, server: ServerVersion): 'none' | 'restore' | 'compare' {
  if (sameForm(draft.form, server.form)) return 'none'
  const continues = draft.version === server.version && draft.copyVersion === server.copyVersion
  return draft.kind === 'unsaved' && continues ? 'restore' : 'compare'
}

type DraftId = Pick<LocalDraft, 'id' | 'userId'>

/** The store of local drafts. A write begins in the task that calls it, and rejects when the browser refuses. */
export interface LocalDraftStore {
  /** The drafts of a user, the newest first. */
  list: (userId: string) => Promise<LocalDraft[]>
  put: (draft: LocalDraft) => Promise<void>
  remove: (draft: DraftId) => Promise<void>
}

/** Texts by key, as a browser keeps them. */
export interface TextStorage {
  entries: (prefix: string) => Promise<(readonly [key: string, value: string])[]>
  set: (key: string, value: string) => Promise<void>
  delete: (key: string) => Promise<void>
}

const PREFIX = 'mantel.text.'

function keyOf({ id, userId }: DraftId): string {
  return `${PREFIX}${userId}.${id}`
}

/** Writes drafts to the first of the storages that accepts them; lists the drafts of all. */
export function localDraftStore(storages: readonly TextStorage[]): LocalDraftStore {
  return {
    list: async (userId) => {
      const prefix = keyOf({ id: '', userId })
      const found = await Promise.all(storages.map(({ entries }) => entries(prefix).catch(() => [])))
      const drafts = found
        .flat()
        .flatMap(([key, value]) => decodeDraft(value, userId, key.slice(prefix.length)) ?? [])
      return drafts.toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
    },
    put: async (draft) => {
      const value = JSON.stringify({ v: articleType.version, ...draft })
      let refusal: unknown = new Error('This browser keeps nothing')
      for (const storage of storages) {
        try {
          await storage.set(keyOf(draft), value)
          return
        } catch (error) {
          refusal = error
        }
      }
      throw refusal
    },
    remove: async (draft) => {
      await Promise.all(storages.map((storage) => storage.delete(keyOf(draft)).catch(() => undefined)))
    },
  }
}

/** Decodes a stored draft; null when it holds no form. */
function decodeDraft(value: string, userId: string, id: string): LocalDraft | null {
  try {
    const stored: unknown = JSON.parse(value)
    if (!isObject(stored) || !isObject(stored.form)) return null
    const form = articleType.decode(stored.form, storedVersion(stored))
    return { ...envelopeSchema.parse(stored), id, userId, form }
  } catch {
    return null
  }
}

/**
 * This browser's drafts. IndexedDB hands each write to the disk at once; local storage, which earlier versions wrote,
 * keeps it in memory for seconds, and loses it when the browser is killed.
 */
export function browserDrafts(): LocalDraftStore {
  return localDraftStore([indexedDbStorage(), webStorage(() => localStorage)])
}

/** A Web Storage; `open` throws where the browser allows none. */
export function webStorage(open: () => Storage): TextStorage {
  return {
    entries: async (prefix) => {
      const storage = open()
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      return keys
        .filter((key) => key.startsWith(prefix))
        .map((key) => [key, storage.getItem(key) ?? ''] as const)
    },
    set: async (key, value) => open().setItem(key, value),
    delete: async (key) => open().removeItem(key),
  }
}

const STORE = 'texts'

function indexedDbStorage(): TextStorage {
  const opening = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('mantel', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB is not available'))
  })
  let database: IDBDatabase | null = null
  opening.then(
    (opened) => (database = opened),
    () => undefined,
  )
  const write = async (change: (store: IDBObjectStore) => IDBRequest): Promise<void> => {
    // No await once the database is open: a page that is being closed runs no later task.
    const transaction = (database ?? (await opening)).transaction(STORE, 'readwrite')
    const written = finished(transaction)
    change(transaction.objectStore(STORE))
    transaction.commit()
    await written
  }
  return {
    entries: async (prefix) => {
      const transaction = (await opening).transaction(STORE)
      const store = transaction.objectStore(STORE)
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
      const keys = store.getAllKeys(range) as IDBRequest<string[]>
      const values = store.getAll(range) as IDBRequest<string[]>
      await finished(transaction)
      return values.result.map((value, at) => [keys.result[at] ?? '', value] as const)
    },
    set: (key, value) => write((store) => store.put(value, key)),
    delete: (key) => write((store) => store.delete(key)),
  }
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser refused to write'))
  })
}
