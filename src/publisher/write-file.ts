import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'

/** Writes a file beside its place and renames it into it: readers see the old bytes or the new, never half of them. */
export async function writeFileAtomic(path: string, data: Uint8Array | string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  await writeFile(temporary, data)
  await rename(temporary, path)
}
