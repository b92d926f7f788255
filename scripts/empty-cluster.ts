/**
 * Writes the empty database cluster that new data folders of the local Supabase begin with. Run it after an update of
 * PGlite, and delete the file of the last version; its output is committed.
 */
import { writeFile } from 'node:fs/promises'
import { constants, zstdCompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { emptyClusterFile } from '../supabase/local/database/pglite.ts'

/** The three databases of a cluster are nearly the same, megabytes apart. */
const WINDOW_LOG = 26

const pglite = await PGlite.create()
const archive = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer())
await pglite.close()
const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: WINDOW_LOG }
await writeFile(await emptyClusterFile(), zstdCompressSync(archive, { params }))
