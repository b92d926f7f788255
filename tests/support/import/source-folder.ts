import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Item, ReadOptions, Reader } from '../../../src/import/description.ts'
import { makeZip } from './make-zip.ts'

/** Texts by their path. */
export type Files = Readonly<Record<string, string>>

/** A new folder with these files, and its path. */
export function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

/** A new ZIP with these files, and its path. */
export function zipOf(files: Files): string {
  return zipFile(makeZip(Object.entries(files).map(([path, content]) => ({ path, content }))))
}

/** A new file with these bytes, whose name does not say that they are a ZIP. */
export function zipFile(bytes: Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'import-')), 'export')
  writeFileSync(path, bytes)
  return path
}

/** The files of a folder of fixtures. */
export function filesIn(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    names.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')]
    }),
  )
}

export const OPTIONS: ReadOptions = {
  now: new Date('2026-11-30T12:00:00Z'),
  zone: 'Europe/Berlin',
  language: 'en',
}

/** What a reader makes of a file. */
export function itemsOf(reader: Reader, path: string, options: Partial<ReadOptions> = {}): Promise<Item[]> {
  return Array.fromAsync(reader(path, { ...OPTIONS, ...options }))
}

/** The items of one kind. */
export function ofKind<Kind extends Item['kind']>(items: readonly Item[], kind: Kind) {
  return items.filter((item): item is Extract<Item, { kind: Kind }> => item.kind === kind)
}
