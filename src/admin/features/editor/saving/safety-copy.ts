import * as z from 'zod/mini'
import { articleType } from '../../../../domain/article.ts'
import { isObject, storedInstant, storedVersion } from '../../../../domain/content-type.ts'
import { sameForm } from './editor-form.ts'
import type { EditorForm } from './editor-form.ts'

/**
 * A text that is kept on this device until it is safe on the server. `id` names the sitting that wrote it, `articleId`
 * is null for an article that was never saved. 'unsaved' is what a sitting had on its screen; 'mine' and 'theirs' are
 * texts that gave way when two people saved. The versions are those of the server's text it was begun from.
 */
export interface SafetyCopy extends z.infer<typeof envelopeSchema> {
  id: string
  userId: string
  form: EditorForm
}

/** What is stored with a text; a part that cannot be read never costs the text. */
const envelopeSchema = z.object({
  articleId: z.catch(z.nullable(z.string()), null),
  kind: z.catch(z.enum(['unsaved', 'mine', 'theirs']), 'unsaved'),
  savedAt: storedInstant,
  version: z.catch(z.nullable(z.int()), null),
  copyVersion: z.catch(z.nullable(z.int()), null),
})

/** The server's text as a copy is measured against it. */
export interface Measure {
  version: number | null
  copyVersion: number | null
  form: EditorForm
}

/**
 * What to do with a copy that was found: 'none' when the server holds the same text; 'restore' when it continues the
 * server's text; 'compare' when the server's text has moved on since, or when the copy is a text that gave way.
 */
export function offerFor(copy: SafetyCopy, server: Measure): 'none' | 'restore' | 'compare' {
  if (sameForm(copy.form, server.form)) return 'none'
  const continues = copy.version === server.version && copy.copyVersion === server.copyVersion
  return copy.kind === 'unsaved' && continues ? 'restore' : 'compare'
}

/** Where the copies are kept. `put` is false when the device has no room or refuses. */
export interface CopyStore {
  list: (userId: string) => SafetyCopy[]
  put: (copy: SafetyCopy) => boolean
  remove: (copy: Pick<SafetyCopy, 'id' | 'userId'>) => void
}

const PREFIX = 'mantel.text.'

function keyOf({ id, userId }: Pick<SafetyCopy, 'id' | 'userId'>): string {
  return `${PREFIX}${userId}.${id}`
}

/** Copies in the browser's local storage, written at once: a closing tab has no time for anything slower. */
export function localCopies(storage: Storage): CopyStore {
  return {
    list: (userId) => {
      const found: SafetyCopy[] = []
      for (let index = 0; index < storage.length; index += 1) {
        const key = storage.key(index)
        if (!key?.startsWith(keyOf({ id: '', userId }))) continue
        const copy = decode(storage.getItem(key), userId, key.slice(keyOf({ id: '', userId }).length))
        if (copy) found.push(copy)
      }
      return found.toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
    },
    put: (copy) => {
      try {
        storage.setItem(keyOf(copy), JSON.stringify({ v: articleType.version, ...copy }))
        return true
      } catch {
        return false
      }
    },
    remove: (copy) => {
      storage.removeItem(keyOf(copy))
    },
  }
}

/** The store of this browser; where it keeps nothing, every copy is refused. */
export function browserCopies(): CopyStore {
  try {
    return localCopies(localStorage)
  } catch {
    return { list: () => [], put: () => false, remove: () => undefined }
  }
}

/** Null where no text is stored. */
function decode(value: string | null, userId: string, id: string): SafetyCopy | null {
  try {
    const stored: unknown = JSON.parse(value ?? 'null')
    if (!isObject(stored) || !isObject(stored.form)) return null
    const form = articleType.decode(stored.form, storedVersion(stored))
    return { ...envelopeSchema.parse(stored), id, userId, form }
  } catch {
    return null
  }
}
