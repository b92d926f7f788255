import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { App } from '@supabase/lite'
import type { Database } from './database.ts'

type Adapter = NonNullable<App['_storageAdapter']>
type Metadata = Awaited<ReturnType<Adapter['headObject']>>

/** What storage.objects keeps of a file. */
export type StoredMetadata = {
  mimetype: string
  cacheControl: string
  eTag: string
  size: number
  lastModified: string
}

/** Where a stored object lies on disk. The name is hashed, so that any key is a valid file name of fixed length. */
export function objectFile(folder: string, bucket: string, key: string): string {
  const name = createHash('sha256').update(key).digest('hex')
  return join(folder, createHash('sha256').update(bucket).digest('hex').slice(0, 16), name.slice(0, 2), name)
}

/** Keeps the bytes of stored objects in a folder; what is known of them stays in storage.objects. */
export function fileStorage(folder: string, database: Database): Adapter {
  const fileOf = (bucket: string, key: string) => objectFile(folder, bucket, key)

  const readMetadata = async (bucket: string, key: string): Promise<Metadata> => {
    const [row] = await database.sql<{ metadata: StoredMetadata }>(
      'select metadata from storage.objects where bucket_id = $1 and name = $2',
      [bucket, key],
    )
    if (row === undefined) throw new Error(`No object ${bucket}/${key}`)
    const { metadata } = row
    return { ...metadata, contentLength: metadata.size, lastModified: new Date(metadata.lastModified) }
  }

  const remove = (bucket: string, key: string) => rm(fileOf(bucket, key), { force: true })

  return {
    driver: null,

    getObject: async (bucket, key) => {
      const metadata = await readMetadata(bucket, key)
      const body = Readable.toWeb(createReadStream(fileOf(bucket, key)))
      return { metadata, httpStatusCode: 200, body }
    },

    uploadObject: async (bucket, key, _version, body, contentType, cacheControl) => {
      const { size, eTag } = await writeWhole(
        fileOf(bucket, key),
        body instanceof Uint8Array ? body : toNode(body),
      )
      return {
        mimetype: contentType,
        cacheControl,
        eTag,
        size,
        contentLength: size,
        lastModified: new Date(),
      }
    },

    deleteObject: (bucket, key) => remove(bucket, key),

    deleteObjects: async (bucket, keys) => {
      await Promise.all(keys.map((key) => remove(bucket, key)))
    },

    copyObject: async (bucket, key, _version, toBucket, toKey) => {
      const metadata = await readMetadata(bucket, key)
      const target = fileOf(toBucket, toKey)
      await mkdir(dirname(target), { recursive: true })
      await copyFile(fileOf(bucket, key), target)
      return { httpStatusCode: 200, eTag: metadata.eTag, lastModified: new Date() }
    },

    headObject: readMetadata,

    privateAssetUrl: async (bucket, key) => `file://${fileOf(bucket, key)}`,
  }
}

function toNode(stream: Parameters<Adapter['uploadObject']>[3]): Readable {
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
}

/** Writes beside the target and renames, so that a reader never meets half a file. */
async function writeWhole(
  file: string,
  body: Uint8Array | Readable,
): Promise<{ size: number; eTag: string }> {
  const draft = `${file}.${randomUUID()}`
  const hash = createHash('md5')
  let size = 0
  await mkdir(dirname(file), { recursive: true })
  try {
    await pipeline(
      body instanceof Uint8Array ? Readable.from([body]) : body,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          size += chunk.byteLength
          yield chunk
        }
      },
      createWriteStream(draft),
    )
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return { size, eTag: `"${hash.digest('hex')}"` }
}
