/**
 * `npm run import -- FILE`: puts an export file of another system into the magazine: of the running `npm start`, of the data
 * folder (DATA_DIR), or of the project of SUPABASE_URL and SUPABASE_SECRET_KEY. Says first what becomes of it, and asks.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { SupabaseClient } from '@supabase/supabase-js'
import { choicesText, parseChoices } from '../src/import/choices-file.ts'
import type { Outcome } from '../src/domain/newsroom/import-report.ts'
import type { ImportProgress } from '../src/domain/newsroom/imports.ts'
import { dryRunLines } from '../src/import/dry-run-lines.ts'
import { dryRun } from '../src/import/dry-run.ts'
import { openCopy, openExport, picturesOf, planExport } from '../src/import/open-export.ts'
import { digestOf, runImport, undoImport } from '../src/import/run-import.ts'
import { type OnProgress, reportProgress } from '../src/node/report.ts'
import { expectData } from '../supabase/seed/service.ts'
import { createReport } from './local-content.ts'
import { openMagazine } from './open-magazine.ts'
import { failStart } from './start-error.ts'

const HELP = `npm run import -- FILE [--media COPY] [--choices FILE] [--report FILE] [--yes]
npm run import -- FILE --propose FILE
npm run import -- --undo ID

FILE      an export of WordPress (.xml or .zip), Ghost (.json, members as .csv) or Substack (.zip, subscribers as .csv), or a folder or .zip
          of Markdown files (Hugo, Jekyll, Astro)
--media   a folder or .zip with the pictures of the old site, such as wp-content/uploads; what is not there is fetched from the site
--propose writes a file with what can be chosen: which category is in which section, who is who, whether the magazine takes name
          and menus of the file; change it, and give it with --choices
--choices imports by the choices of such a file
--report  writes what becomes of everything to a file
--yes     imports without asking
--undo    takes an import back; the list of imports is printed without FILE`

/** Places that the screen names of one sentence; the report names all. */
const NAMED_ON_SCREEN = 3

const report = createReport()

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ media: { type: 'string' }, report: { type: 'string' }, undo: { type: 'string' } },
      ...{ choices: { type: 'string' }, propose: { type: 'string' } },
      ...{ yes: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    },
  })
  const [file] = positionals
  if (values.help || positionals.length > 1) console.log(HELP)
  else {
    const { service, stop } = await openMagazine(report)
    try {
      if (values.undo !== undefined) await takeBack(service, values.undo)
      else if (file === undefined) await listImports(service)
      else await importFile(service, resolve(file), values)
    } finally {
      await stop()
    }
  }
} catch (error) {
  failStart(error)
}

interface Options {
  media?: string | undefined
  choices?: string | undefined
  propose?: string | undefined
  report?: string | undefined
  yes: boolean
}

async function importFile(service: SupabaseClient, path: string, options: Options): Promise<void> {
  report(`Reading ${basename(path)}`)
  const opened = await openExport(service, path, (count) => {
    if (count % 1000 === 0) report(`${count} items read`)
  })
  const { stage, format } = opened
  const copy = options.media === undefined ? null : await openCopy(options.media)
  try {
    const own =
      options.choices === undefined
        ? {}
        : parseChoices(await readFile(options.choices, 'utf8'), options.choices)
    const { plan, magazine } = await planExport(service, opened, basename(path), own)
    if (options.propose !== undefined) {
      await writeFile(options.propose, choicesText(plan.choices, stage, magazine))
      report(`What can be chosen is in ${options.propose}; nothing was written to the magazine`)
      return
    }
    const found = dryRun(plan, stage, reportProgress(report, 'planning'))
    console.log(['', `${basename(path)}: ${format}`, ...dryRunLines(found, NAMED_ON_SCREEN), ''].join('\n'))
    if (options.report !== undefined)
      await writeFile(options.report, `${dryRunLines(found, Infinity).join('\n')}\n`)
    if (!options.yes && !(await asked('Import?'))) {
      console.log('Nothing was written.')
      return
    }
    const outcome = await runImport({
      ...{ service, plan, magazine, format, dryRun: found, onProgress: printProgress() },
      pictures: picturesOf(opened, plan, copy),
      file: { name: basename(path), digest: await digestOf(path) },
    })
    printOutcome(outcome)
    if (options.report !== undefined)
      await writeFile(options.report, outcomeLines(outcome).join('\n'), { flag: 'a' })
  } finally {
    opened.close()
    copy?.zip?.close()
  }
}

/** Prints how far an import is, a line a second at most. */
function printProgress(): (progress: ImportProgress) => void {
  const lines = new Map<ImportProgress['step'], OnProgress>()
  return ({ step, done, total }) => {
    const print = lines.get(step) ?? reportProgress(report, step)
    lines.set(step, print)
    print(done, total ?? done)
  }
}

/** Asks on the terminal; without one, the answer is no. */
async function asked(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

function outcomeLines({ tables, refused }: Outcome): string[] {
  return [
    ...Object.entries(tables).map(
      ([table, { made, changed, same, kept }]) =>
        `  ${table}: ${made} made, ${changed} changed, ${same} as they were, ${kept} left as they are here`,
    ),
    ...refused.map(
      ({ title, place, why }) => `  Not imported: ${title}${place === '' ? '' : ` (${place})`}: ${why}`,
    ),
  ]
}

function printOutcome(outcome: Outcome): void {
  console.log(['', 'Imported', ...outcomeLines(outcome)].join('\n'))
}

async function listImports(service: SupabaseClient): Promise<void> {
  const imports = service.from('imports').select('id, source, file_name, format, status, started_at')
  const rows = expectData('Reading the imports', await imports.order('started_at'))
  if (rows.length === 0) console.log(`${HELP}\n\nNothing has been imported yet.`)
  for (const row of rows)
    console.log(
      `${row.id}  ${row.started_at}  ${row.status}  ${row.format}: ${row.file_name} (${row.source})`,
    )
}

async function takeBack(service: SupabaseClient, id: string): Promise<void> {
  const { taken, kept } = await undoImport(service, id, { onProgress: printProgress() })
  report(`${taken} rows taken back, ${kept} left as they were changed here since`)
}
