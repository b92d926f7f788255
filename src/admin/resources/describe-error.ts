import { type BackendErrorKind, BackendError } from '../../backend/errors.ts'
import { showToast } from '../ui/overlays/toast.ts'

/** Texts that replace the general ones, by kind of error. */
export interface ErrorWords extends Partial<Record<Exclude<BackendErrorKind, 'duplicate'>, string>> {
  /** For a value that another row has: one text, or a text for each unique constraint. */
  duplicate?: string | Readonly<Record<string, string>>
  /** When the server gives no reason, and for errors that are not the server's. */
  otherwise?: string
}

/** Texts for errors of the file storage, by code: its own messages are for programmers. */
const STORAGE_TEXTS: ReadonlyMap<string | null, string> = new Map([
  ['EntityTooLarge', 'The file is too large.'],
  ['InvalidMimeType', 'This kind of file cannot be used here.'],
  ['KeyAlreadyExists', 'A file with this name is already there. Please try again.'],
  ['Duplicate', 'A file with this name is already there. Please try again.'],
  ['NoSuchKey', 'The file is gone already.'],
])

/** Why something failed, for people: what they can do about it, never a code. */
export function describeError(error: unknown, words: ErrorWords = {}): string {
  const { duplicate, otherwise = 'Something went wrong. Please try again.', ...byKind } = words
  if (!(error instanceof BackendError)) return otherwise
  const { kind, code, message } = error
  const storageText = STORAGE_TEXTS.get(code)
  if (storageText !== undefined) return storageText
  if (kind === 'duplicate') return duplicateText(error, duplicate) ?? (message || otherwise)
  const text = byKind[kind]
  if (text !== undefined) return text
  // With a code, the message of these kinds is PostgreSQL's and not for people.
  const forPeople = code === null ? message : ''
  if (kind === 'network') return 'There is no connection. Nothing is lost: try again.'
  if (kind === 'denied') return forPeople || 'Your account is not allowed to do this.'
  if (kind === 'not-found') return forPeople || 'Somebody has deleted it in the meantime.'
  return message || otherwise
}

function duplicateText({ constraint }: BackendError, words: ErrorWords['duplicate']): string | undefined {
  return typeof words === 'object' ? words[constraint ?? ''] : words
}

/** Shows a toast with what failed (`title`) and why. */
export function toastError(title: string, error: unknown, words?: ErrorWords): void {
  showToast({
    title,
    description: describeError(error, words),
    tone: 'destructive',
    link: refusedFileLink(error),
  })
}

/** The link to the file for which nothing is published. */
function refusedFileLink(error: unknown) {
  const file = error instanceof BackendError ? error.refusedFile : null
  return file === null ? undefined : { href: `/admin/media?file=${file}`, text: 'Show the file' }
}

/** Does what may fail, and says whether it was done; if not, a toast shows what failed (`title`) and why. */
export async function attempt(
  title: string,
  act: () => Promise<unknown>,
  words?: ErrorWords,
): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    toastError(title, error, words)
    return false
  }
}
