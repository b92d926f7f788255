/**
 * `npm run export -- FILE`: writes the magazine into one archive: of the running `npm start`, of the data folder (DATA_DIR), or
 * of the project of SUPABASE_URL and SUPABASE_SECRET_KEY.
 */
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readLocalEnv, readUrl } from '../src/backend/env/env.ts'
import { type Exported, exportMagazine } from '../src/archive/export.ts'
import { requirePassphrase } from '../src/archive/sealed.ts'
import { EXTRAS } from '../src/domain/newsroom/exports.ts'
import { leaveFor } from '../src/leaving/leave.ts'
import { LEAVING_FORMATS } from '../src/leaving/losses.ts'
import { createReport } from './local-content.ts'
import { openMagazine } from './open-magazine.ts'
import { readPassphrase } from './passphrase.ts'
import { failStart } from './start-error.ts'

const HELP = `npm run export -- FILE [--private FILE] [--with history,audit-log]
npm run export -- --to wordpress|markdown FOLDER [--pictures ADDRESS]

FILE       the archive, a .tar: content, pictures, settings; no e-mail address of anybody
--private  a second file, with accounts, subscribers, messages and imports, which a passphrase opens: it is asked for, or EXPORT_PASSPHRASE
--with     history: earlier states of stories; audit-log: who did what (in the second file)
--to       for those who leave: a folder with an export of WordPress, or with Markdown, and the pictures
--pictures where WordPress finds the pictures when it imports, a copy of the folder's wp-content/uploads; else in the bucket`

const report = createReport()

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ private: { type: 'string' }, with: { type: 'string', default: '' } },
      ...{ to: { type: 'string' }, pictures: { type: 'string' } },
      help: { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  if (values.help || file === undefined || positionals.length > 1) console.log(HELP)
  else if (values.to !== undefined) {
    requireMagazine()
    await exportFor(values.to, resolve(file), values.pictures)
  } else
    await exportTo(resolve(file), values.private === undefined ? null : resolve(values.private), values.with)
} catch (error) {
  failStart(error)
}

async function exportTo(file: string, privateFile: string | null, extras: string): Promise<void> {
  const paths = [file, ...(privateFile === null ? [] : [privateFile])]
  if (new Set(paths).size < paths.length) throw new Error('The two files need two names.')
  for (const path of paths)
    if (existsSync(path)) throw new Error(`${path} is there already: name another file.`)
  const names = extras.split(',').filter(Boolean)
  const known = EXTRAS.filter((extra) => names.includes(extra))
  if (known.length < names.length) throw new Error(`--with knows ${EXTRAS.join(' and ')}, not "${extras}".`)
  requireMagazine()
  const passphrase = privateFile === null ? null : await askPassphrase()

  const parts = paths.map((path) => `${path}.part`)
  const { service, stop } = await openMagazine(report)
  try {
    const [first, second] = parts.map((path) => createWriteStream(path, { mode: 0o600 }))
    if (first === undefined) return
    const outcome = await exportMagazine(service, first, {
      ...{ with: known, folder: dirname(file), report },
      ...(second !== undefined && passphrase !== null && { private: { output: second, passphrase } }),
    })
    for (const path of paths) await rename(`${path}.part`, path)
    printOutcome(outcome, file, privateFile)
  } finally {
    for (const part of parts) await rm(part, { force: true })
    await stop()
  }
}

/** The magazine for another system. `pictures`: where its importer finds the files. */
async function exportFor(system: string, folder: string, pictures: string | undefined): Promise<void> {
  const format = LEAVING_FORMATS.find((known) => known === system)
  if (format === undefined) throw new Error(`--to takes ${LEAVING_FORMATS.join(' or ')}, not "${system}".`)
  const picturesUrl = pictures === undefined ? null : readUrl({ '--pictures': pictures }, '--pictures')
  const { service, stop } = await openMagazine(report)
  try {
    const { siteUrl } = readLocalEnv()
    const { lines } = await leaveFor(service, format, folder, {
      ...{ siteUrl, now: new Date(), report, picturesUrl },
    })
    console.log(['', ...lines.filter((line) => !line.startsWith('      '))].join('\n'))
    console.log(`\n${folder} is whole. Each place of the lines above is in left-out.txt there.`)
  } finally {
    await stop()
  }
}

/** Else an empty data folder would be made, and exported. */
function requireMagazine(): void {
  if (process.env.SUPABASE_URL || process.env.DATABASE_URL) return
  const { dataDir } = readLocalEnv()
  if (!existsSync(join(dataDir, 'keys.json'))) throw new Error(`There is no magazine in ${dataDir}.`)
}

async function askPassphrase(): Promise<string> {
  const passphrase = await readPassphrase('Passphrase of the second file: ')
  requirePassphrase(passphrase)
  if (!process.env.EXPORT_PASSPHRASE && (await readPassphrase('Once more: ')) !== passphrase)
    throw new Error('These were two different passphrases.')
  return passphrase
}

function printOutcome(
  { rows, files, missing, level }: Exported,
  file: string,
  privateFile: string | null,
): void {
  const count = (table: string) => rows[table] ?? 0
  console.log(
    `${file}: ${count('articles')} stories, ${count('pages')} pages, ${files} files (level ${level})\n` +
      (privateFile === null
        ? 'Accounts, subscribers and messages are not in it: --private FILE writes them into a second file.'
        : `${privateFile}: ${count('subscribers')} subscribers, ${count('contact_messages')} messages, and the addresses of accounts. Nobody opens it without the passphrase.`),
  )
  for (const path of missing) console.warn(`Not in it, because the storage has lost it: ${path}`)
}
