/**
 * `npm run mails`: writes the mails of src/magazine/auth-mails.ts to supabase/templates and their subjects to
 * supabase/config.toml, where the Supabase CLI reads them. With `--check` it writes nothing and ends with 1 when a file
 * is not what it would write.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { AUTH_MAILS } from '../src/magazine/auth-mails.ts'
import { authMailHtml } from '../supabase/local/auth/mail.ts'
import { ROOT } from '../supabase/local/config.ts'

const CONFIG = join(ROOT, 'supabase/config.toml')

/** The files with the mails, by path. */
async function mailFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  let config = await readFile(CONFIG, 'utf8')
  for (const [kind, mail] of Object.entries(AUTH_MAILS)) {
    const file = join(ROOT, 'supabase/templates', `${kind.replace('_', '-')}.html`)
    files.set(file, await format(authMailHtml(mail), { ...(await resolveConfig(file)), filepath: file }))
    const subject = new RegExp(`(?<=\\[auth\\.email\\.template\\.${kind}\\]\\nsubject = ).*`)
    config = config.replace(subject, () => JSON.stringify(mail.subject))
  }
  return files.set(CONFIG, config)
}

for (const [file, text] of await mailFiles()) {
  if (!process.argv.includes('--check')) {
    await writeFile(file, text)
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${file} is stale: run \`npm run mails\`.`)
    process.exitCode = 1
  }
}
