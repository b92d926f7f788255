/**
 * `npm run mails`: writes the mails of the auth server (src/domain/people/auth-mails.ts) to supabase/templates and their
 * subjects to supabase/config.toml, where the Supabase CLI reads them: with the name and the colours of the magazine in
 * the project of SUPABASE_URL or, without one, with the address of the site, which the auth server fills in, and the
 * standard colours. With `--check` it writes nothing and ends with 1 when a file is not what it writes without a project.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { publicClient } from '../src/backend/client.ts'
import { readSiteEnv } from '../src/backend/env/env.ts'
import { authMails } from '../src/domain/people/auth-mails.ts'
import { STANDARD_THEME, themeOf } from '../src/domain/theme/theme.ts'
import type { MailFrame } from '../supabase/functions/_shared/mail-page.ts'
import { TEXT_COLUMNS, textsOf } from '../supabase/functions/_shared/site-texts.ts'
import { authMailHtml } from '../supabase/local/auth/mail.ts'
import { ROOT } from '../supabase/local/config.ts'

const CONFIG = join(ROOT, 'supabase/config.toml')

type Frame = Omit<MailFrame, 'language'>

const WITHOUT_PROJECT: Frame = { siteName: '{{ .SiteURL }}', colours: STANDARD_THEME.light }

async function readFrame(): Promise<Frame> {
  const { supabaseUrl, publishableKey } = readSiteEnv()
  if (supabaseUrl === '') return WITHOUT_PROJECT
  const client = publicClient(supabaseUrl, publishableKey)
  const [settings, theme] = await Promise.all([
    client.from('site_settings').select(TEXT_COLUMNS).maybeSingle().throwOnError(),
    client.from('theme').select('light, dark').maybeSingle().throwOnError(),
  ])
  return { siteName: textsOf(settings.data).siteName, colours: themeOf(theme.data).light }
}

/** The files with the mails, by path. */
async function mailFiles(frame: Frame): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  let config = await readFile(CONFIG, 'utf8')
  for (const [kind, mail] of Object.entries(authMails(frame.siteName))) {
    const file = join(ROOT, 'supabase/templates', `${kind.replace('_', '-')}.html`)
    const options = { ...(await resolveConfig(file)), filepath: file }
    files.set(file, await format(authMailHtml(mail, frame), options))
    const subject = new RegExp(`(?<=\\[auth\\.email\\.template\\.${kind}\\]\\nsubject = ).*`)
    config = config.replace(subject, () => JSON.stringify(mail.subject))
  }
  return files.set(CONFIG, config)
}

const isCheck = process.argv.includes('--check')
for (const [file, text] of await mailFiles(isCheck ? WITHOUT_PROJECT : await readFrame())) {
  if (!isCheck) {
    await writeFile(file, text)
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${file} is stale: run \`npm run mails\`.`)
    process.exitCode = 1
  }
}
