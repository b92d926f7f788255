import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import * as z from 'zod'

/** A file `<name>` of migrations. */
export interface FormerMigration {
  name: string
  text: string
}

/** What a database records of a migration. */
export interface RecordedMigration {
  version: string
  text: string | null
}

/** The last commit with the former migrations, which brings any database of theirs up to date. */
export const LAST_FORMER_COMMIT = 'dc12c1ad'

/** The numbers of the migrations before the first of `readFormerMigrations`, which made the same: first and last of each row. */
const FIRST_NUMBERS = [
  [1, 26],
  [30, 31],
  [35, 36],
  [40, 46],
  [50, 50],
  [55, 55],
  [60, 67],
  [69, 69],
  [75, 91],
] as const

/** The versions of the migrations before the first of `readFormerMigrations`, in order; their texts are gone. */
export const FIRST_VERSIONS: readonly string[] = FIRST_NUMBERS.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(20261122000000 + first + index)),
)

const filesSchema = z.array(z.object({ name: z.string(), text: z.string() }))
const unpack = promisify(zstdDecompress)

/** The migrations that the baseline replaced, as they were in LAST_FORMER_COMMIT, in order: what databases of before it may lack. */
export async function readFormerMigrations(): Promise<FormerMigration[]> {
  const packed = await readFile(join(import.meta.dirname, 'former-migrations.json.zst'))
  return filesSchema.parse(JSON.parse((await unpack(packed)).toString('utf8')))
}

/**
 * The former migrations that a database lacks, by what it records: it has all up to one of them. Null for any other
 * database.
 */
export function lackingMigrations(
  recorded: readonly RecordedMigration[],
  former: readonly FormerMigration[],
): FormerMigration[] | null {
  if (recorded.map(({ version }) => version).join() === FIRST_VERSIONS.join()) return former.slice(1)
  const isPrefix = recorded.every(
    ({ version, text }, index) =>
      former[index]?.name.startsWith(`${version}_`) === true && former[index].text === text,
  )
  return isPrefix && recorded.length > 0 ? former.slice(recorded.length) : null
}
