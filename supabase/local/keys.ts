import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateApiKey } from '@supabase/lite'
import * as z from 'zod'

const keysSchema = z.object({
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  /** Signs the access tokens (HS256). */
  jwtSecret: z.string().min(32),
})

export type Keys = z.infer<typeof keysSchema>

/** The keys of a data folder; the first call for a folder makes them. Null makes keys that are kept nowhere. */
export async function loadKeys(dataDir: string | null): Promise<Keys> {
  if (dataDir === null) return generateKeys()
  const file = join(dataDir, 'keys.json')
  const existing = await readFile(file, 'utf8').catch(ignoreMissing)
  if (existing === null) await writeOnce(dataDir, file)
  return keysSchema.parse(JSON.parse(existing ?? (await readFile(file, 'utf8'))))
}

/** Two callers may meet here, of one process or of two: the keys of the first are the folder's. */
async function writeOnce(dataDir: string, file: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(await generateKeys(), null, 2)}\n`, { mode: 0o600 })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}

async function generateKeys(): Promise<Keys> {
  const [publishable, secret] = await Promise.all([generateApiKey('publishable'), generateApiKey('secret')])
  return {
    publishableKey: publishable.key,
    secretKey: secret.key,
    jwtSecret: randomBytes(32).toString('base64url'),
  }
}

function ignoreMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}
