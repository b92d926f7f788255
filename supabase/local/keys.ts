import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
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
  if (existing !== null) return keysSchema.parse(JSON.parse(existing))

  const keys = await generateKeys()
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
  return keys
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
