import type { Readable } from 'node:stream'
import { wordSet } from '../domain/text/word-set.ts'
import { ImportError } from './description.ts'

/** How many files a folder or ZIP may have. */
export const MAX_FILES = 100_000

/** One file of a folder or ZIP, not yet read. */
export interface SourceFile {
  /** Its content has no more than these. */
  bytes: number
  /** The time of its last change, as the file system or ZIP has it; null where it has none. */
  changedAt: string | null
  stream: () => Promise<Readable>
}

/** Adds a file; an ImportError when there are too many. */
export function addFile(files: Map<string, SourceFile>, path: string, file: SourceFile): void {
  files.set(path, file)
  if (files.size > MAX_FILES) throw new ImportError(`There are more than ${MAX_FILES} files in it`)
}

/** Whether a path leads to what no format means: hidden files, and what a system or package manager added. */
export function isForeign(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || FOREIGN.has(part))
}

const FOREIGN = wordSet('__MACOSX node_modules Thumbs.db')
