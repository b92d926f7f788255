import { flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { readLocalEnv } from '../src/backend/env/env.ts'
import { CopyRequests } from '../src/publisher/pictures/on-request.ts'
import { type BundledSite, prepareBundle } from '../src/publisher/rendering/bundle.ts'
import type { Publisher } from '../src/publisher/publisher.ts'
import type { ExportRequests } from '../src/publisher/exports/export-requests.ts'
import { readLetterEnv } from '../src/backend/env/letter-env.ts'
import type { LetterRequests } from '../src/publisher/letters/letter-requests.ts'
import type { ImportRequests } from '../src/publisher/imports/import-requests.ts'
import type { PreviewRequests } from '../src/publisher/server/preview-requests.ts'
import type { StaffRequests } from '../src/publisher/server/staff-requests.ts'
import { type RequestHandler, startStaticServer } from '../src/publisher/server/static-server.ts'
import { FolderInUse, folderHolder, lockFolder } from '../src/node/folder-lock.ts'
import { passOnTo } from '../supabase/local/http/pass-on.ts'
import { MAILBOX_PATH } from '../supabase/local/mailbox-path.ts'
import type { StackInThread } from '../supabase/local/stack-in-thread.ts'
import type { LocalContent } from './local-content.ts'
import { failStart } from './start-error.ts'

const root = resolve(import.meta.dirname, '..')
/** How often the database is asked for letters that are due, beside what it tells by itself. */
const LETTER_POLL_MS = 60_000

export interface Magazine {
  siteUrl: string
  stack: StackInThread
  stop(): Promise<void>
}

/**
 * Runs the whole magazine: site and publisher in this thread, the API and its database in two others; child processes render
 * pages and pictures. Configured by HOST, PORT, SUPABASE_PORT, DATA_DIR, DIST_DIR and DATABASE_URL; with `isEmpty` it begins
 * without demo content. Prints progress and, when the site and the API are up, the address that makes the first account,
 * where there is none, and the ready line: after the first build, or at once when the site was built before with the
 * present addresses, and is then brought up to date. Rejects when the data folder or a port is in use or a step before
 * that line fails.
 */
export async function runMagazine({ isEmpty = false } = {}): Promise<Magazine> {
  const { dataDir, distDir, port, host, siteUrl, trustedProxies } = readLocalEnv()
  const copyRequests = new CopyRequests()
  let predictions: StaffRequests | null = null
  let previews: PreviewRequests | null = null
  let progress: StaffRequests | null = null
  let imports: ImportRequests | null = null
  let exports: ExportRequests | null = null
  let letters: LetterRequests | null = null
  // Other machines reach the site, but not the addresses of this one.
  let passOn: RequestHandler | null = null
  // Before anything else: the pages of the last build are served meanwhile, and a taken port fails at once.
  const serving = startStaticServer(distDir, port, host, {
    siteUrl,
    handler: async (request, response) =>
      (await predictions?.answer(request, response)) === true ||
      (await previews?.answer(request, response)) === true ||
      (await progress?.answer(request, response)) === true ||
      (await imports?.answer(request, response)) === true ||
      (await exports?.answer(request, response)) === true ||
      (await letters?.answer(request, response)) === true ||
      (await passOn?.(request, response)) === true,
    copyOnRequest: (file) => copyRequests.copy(file),
  })
  const server = await serving.catch(async (error: unknown) => {
    const holder = await folderHolder(dataDir)
    throw holder === null ? error : new FolderInUse(dataDir, holder)
  })
  const closers: (() => Promise<void>)[] = [server.close]
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    // Imported when pages are served already: it takes longer than everything before it.
    const { firstAccountAddress, startLocalContent } = await import('./local-content.ts')
    let built: Publisher | null = null
    const [
      content,
      { isBuilt },
      { Publisher },
      { predictionRequests },
      { pictureProgressRequests },
      { PreviewRequests },
      { ImportRequests },
      { ExportRequests },
      { LetterRequests },
      { LetterLoop },
    ] = await Promise.all([
      startLocalContent({
        isEmpty,
        async onStack() {
          closers.push(await lockFolder(join(dataDir, 'publisher')))
          // The processes started from now on find compiled what they share with this one.
          flushCompileCache()
        },
        // Beside the demo content. The publisher waits for the bundle, and fails when it fails.
        onSeed: (started) => void prepareBundle(siteOf(started)).catch(() => undefined),
        onSignedIn: () => built?.stayAwake(),
        publicUrl: host === null ? null : siteUrl,
      }),
      // While the threads of the local Supabase start.
      import('../src/publisher/built-mark.ts'),
      import('../src/publisher/publisher.ts'),
      import('../src/publisher/server/prediction-requests.ts'),
      import('../src/publisher/server/picture-progress.ts'),
      import('../src/publisher/server/preview-requests.ts'),
      import('../src/publisher/imports/import-requests.ts'),
      import('../src/publisher/exports/export-requests.ts'),
      import('../src/publisher/letters/letter-requests.ts'),
      import('../src/publisher/letters/letter-loop.ts'),
    ])
    const { env, stack } = content
    closers.push(stack.stop)
    if (host !== null) passOn = passOnTo(stack.url, trustedProxies)
    let started: Publisher | null = null
    let hasMissedWake = false
    const stopListening = await stack.listen('publish', () => {
      if (started === null) hasMissedWake = true
      else started.wake()
    })
    closers.push(stopListening)
    const startOfPublisher = new AbortController()
    const publisher = Publisher.start({
      ...siteOf(content),
      dataDir,
      secretKey: stack.secretKey,
      copyRequests,
      delivery: null,
      mayRest: true,
      signal: startOfPublisher.signal,
    })
    predictions = predictionRequests({ ...siteOf(content), publisher: () => built })
    progress = pictureProgressRequests({ ...siteOf(content), publisher: () => built })
    const { secretKey } = stack
    previews = new PreviewRequests({ ...siteOf(content), secretKey, publisher: () => built })
    imports = new ImportRequests({
      ...siteOf(content),
      secretKey,
      folder: join(dataDir, 'imports'),
    })
    closers.push(() => imports?.stop() ?? Promise.resolve())
    exports = new ExportRequests({ ...siteOf(content), secretKey, folder: join(dataDir, 'exports') })
    closers.push(() => exports?.stop() ?? Promise.resolve())
    const mailbox = `${stack.url}${MAILBOX_PATH}`
    const sending = {
      ...siteOf(content),
      ...{ secretKey, mailbox, env: readLetterEnv(mailbox) },
      apiUrl: host === null ? stack.url : content.env.siteUrl,
    }
    letters = new LetterRequests(sending)
    closers.push(() => letters?.stop() ?? Promise.resolve())
    const letterLoop = new LetterLoop({
      ...sending,
      isAtWork: () => built?.isAtWork() ?? false,
      pollMs: LETTER_POLL_MS,
    })
    closers.push(() => letterLoop.stop())
    closers.push(await stack.listen('letters', () => letterLoop.wake()))
    closers.push(async () => {
      // A first build is not waited for: the next start goes on where it was.
      if (built === null) startOfPublisher.abort()
      await built?.stop()
    })
    const following = publisher.then(async (ready) => {
      started = ready
      // It may have read the outbox before.
      if (hasMissedWake) ready.wake()
      await ready.firstBuild
      built = ready
      letterLoop.wake()
    })
    if (await isBuilt({ ...siteOf(content), dataDir })) {
      following.catch(async (error: unknown) => {
        if (startOfPublisher.signal.aborted) return
        await stop()
        failStart(error)
      })
    } else await following
    const firstAccount = await firstAccountAddress(content)
    if (firstAccount !== null) console.log(`Make the first account at ${firstAccount}`)
    console.log(`ready http://localhost:${server.port} api http://127.0.0.1:${stack.port}`)
    return { siteUrl: env.siteUrl, stack, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function siteOf({ env, stack, report }: LocalContent): BundledSite {
  return {
    root,
    supabaseUrl: stack.url,
    publishableKey: stack.publishableKey,
    siteUrl: env.siteUrl,
    isApiPassedOn: env.host !== null,
    distDir: env.distDir,
    report,
  }
}
