import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { walkFiles } from '../node/files.ts'

/** The digests of all files of a built site, by their paths. */
export async function siteDigests(folder: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  for await (const file of walkFiles(folder)) {
    const hash = createHash('sha256')
    for await (const part of createReadStream(join(folder, file))) hash.update(part as Buffer)
    digests.set(file, hash.digest('hex'))
  }
  return digests
}

/** What differs between two built sites, by path: '/article/salt is another one'. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const all = new Set([...before.keys(), ...after.keys()])
  return [...all].toSorted().flatMap((file) => {
    const [one, other] = [before.get(file), after.get(file)]
    if (one === other) return []
    return `/${file} ${other === undefined ? 'is missing' : one === undefined ? 'is too many' : 'is another one'}`
  })
}

export function pageCount(digests: ReadonlyMap<string, string>): number {
  return [...digests.keys()].filter((file) => file.endsWith('.html')).length
}
