/**
 * `npm run restore -- FILE`: puts an archive into an empty magazine: the running `npm start -- --empty`, a data folder (DATA_DIR)
 * without a magazine, or the project of SUPABASE_URL and SUPABASE_SECRET_KEY.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreMagazine } from '../src/archive/restore.ts'
import { createReport } from './local-content.ts'
import { openMagazine } from './open-magazine.ts'
import { readPassphrase } from './passphrase.ts'
import { failStart } from './start-error.ts'

const HELP = `npm run restore -- FILE [--private FILE]

FILE       an archive of npm run export
--private  the second file of the same export; without it nobody of the former magazine can sign in, and there are no subscribers

It goes into an empty magazine only, and leaves any other as it is.`

const report = createReport()

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { private: { type: 'string' }, help: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (values.help || file === undefined || positionals.length > 1) console.log(HELP)
  else await restoreFrom(resolve(file), values.private)
} catch (error) {
  failStart(error)
}

async function restoreFrom(file: string, privateFile: string | undefined): Promise<void> {
  const second =
    privateFile === undefined
      ? null
      : { path: resolve(privateFile), passphrase: await readPassphrase('Passphrase of the second file: ') }
  const { service, stop } = await openMagazine(report)
  try {
    const { rows, files, accounts } = await restoreMagazine(service, file, { private: second, report })
    console.log(`Restored: ${rows.articles ?? 0} stories, ${rows.pages ?? 0} pages, ${files} files`)
    console.log(
      accounts === 0
        ? 'Nobody can sign in yet: npm start prints the address that makes the first account.'
        : `${accounts} ${accounts === 1 ? 'account' : 'accounts'} without passwords: each person chooses a new one with "Forgot your password?" on the sign-in page.`,
    )
  } finally {
    await stop()
  }
}
