import { copyFile, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { differentNames, readCatalog } from '../../scripts/migration/catalog.ts'
import {
  applyMigrations,
  BASELINE,
  createSystemSchema,
  MIGRATIONS_FOLDER,
} from '../../supabase/local/database/migrations.ts'
import { migratedCluster, openPglite } from '../../supabase/local/database/pglite.ts'
import { startStack } from '../../supabase/local/stack.ts'
import {
  FIRST_VERSIONS,
  lackingMigrations,
  readFormerMigrations,
} from '../../supabase/upgrades/former-migrations.ts'
import {
  FIRST_COMMIT,
  FORMER_COMMITS,
  migrateAsFormerCommit,
  recordsSql,
} from '../support/database/former-databases.ts'
import { SITE_URL } from '../support/database/test-stack.ts'

const RECORDS = 'select version, name, statements from supabase_migrations.schema_migrations order by 1'
const ROWS = `
  insert into auth.users (id, email) values ('4f6a8f1c-0d9e-4b7a-9c1d-2f3e4a5b6c7d', 'ada@mantel.example');
  insert into public.tags (name, slug) values ('Oak', 'oak');
  insert into public.articles (title, slug, content, author_id)
  select 'A house', 'a-house', '{"html": "<p>It stands.</p>"}', p.id from public.profiles p;`
const rowsOf = async (database: Awaited<ReturnType<typeof openPglite>>) => [
  await database.sql('select name, slug from public.tags'),
  await database.sql('select email from public.profiles'),
  await database.sql(`select a.title, a.slug, a.content->>'html' as html, p.email
    from public.articles a join public.profiles p on p.id = a.author_id`),
]

const former = (await readFormerMigrations()).map(({ name, text }) => ({ version: name.slice(0, 14), text }))

test.each([...Object.entries(FORMER_COMMITS), [FIRST_COMMIT, 1] as const])(
  'a database of the commit %s lacks the migrations that came after it',
  (commit, count) => {
    const recorded =
      commit === FIRST_COMMIT
        ? FIRST_VERSIONS.map((version) => ({ version, text: 'text' }))
        : former.slice(0, count)
    const files = former.map(({ version, text }) => ({ name: `${version}_name.sql`, text }))
    expect(lackingMigrations(recorded, files)).toEqual(files.slice(count))
  },
)

describe('a database from before the baseline', () => {
  let database: Awaited<ReturnType<typeof openPglite>>
  beforeEach(async () => {
    database = await openPglite(null)
    await createSystemSchema(database)
  })
  afterEach(() => database.close())
  const open = (onProgress: (line: string) => void = () => {}) =>
    applyMigrations(database, MIGRATIONS_FOLDER, onProgress)

  test.each([FIRST_COMMIT, 'dc12c1ad'] as const)(
    'that stands at the commit %s opens with everything in it, is then equal to a new one, and takes later migrations',
    async (commit) => {
      await migrateAsFormerCommit(database, commit)
      await database.script(ROWS)
      const rows = await rowsOf(database)
      await open()
      expect(await rowsOf(database)).toEqual(rows)
      const current = await openPglite(null, migratedCluster)
      expect(await database.sql(RECORDS)).toEqual(await current.sql(RECORDS))
      const different = differentNames(await readCatalog(database), await readCatalog(current))
      await current.close()
      expect(different.filter((name) => !name.startsWith('rows of '))).toEqual([])
      const folder = await mkdtemp(join(tmpdir(), 'mantel-migrations-'))
      await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
      // Below the last that it had of the former ones.
      await writeFile(join(folder, '20261208000001_next.sql'), 'create table private.next ()')
      expect(await applyMigrations(database, folder, () => {})).toEqual(['20261208000001_next.sql'])
      await rm(folder, { recursive: true })
    },
  )

  test('goes on where it was when its first start with this version was killed', async () => {
    await migrateAsFormerCommit(database, FIRST_COMMIT)
    await database.script(ROWS)
    await expect(
      open((line) => {
        if (line.includes('_people.sql')) throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    const applied = (await open()).map((name) => name.slice(0, 14))
    const lacking = former.map(({ version }) => version).filter((version) => version >= '20261127110000')
    expect(applied.slice(0, lacking.length)).toEqual(lacking)
    expect(await database.sql('select name from public.tags')).toEqual([{ name: 'Oak' }])
  })
})

describe('refused', () => {
  let database: Awaited<ReturnType<typeof openPglite>>
  beforeAll(async () => {
    database = await openPglite(null)
    await createSystemSchema(database)
  })
  afterAll(() => database.close())

  const recordFormer = (rows: typeof former) => `
    truncate supabase_migrations.schema_migrations;
    ${rows
      .map(
        ({ version, text }) => `insert into supabase_migrations.schema_migrations (version, statements)
        values ('${version}', array[$text_of_file$${text}$text_of_file$]);`,
      )
      .join('\n')}`

  test.each([
    [
      'lacks one below another',
      recordFormer(former.toSpliced(20, 1)),
      /^This database was made by a commit .* between two versions: .*nothing was changed.*Start the commit dc12c1ad with it once/,
    ],
    [
      'lacks one in the middle',
      recordFormer(former.slice(0, 34).toSpliced(10, 2)),
      /^This database was made by a commit .* between two versions/,
    ],
    [
      'lacks the last before the first of these',
      recordsSql(FIRST_VERSIONS.slice(0, -1)),
      /^This database was made by another version of Mantel/,
    ],
    [
      'has one that is of no version',
      recordsSql([...FIRST_VERSIONS, '20261122000099']),
      /^This database was made by another version of Mantel/,
    ],
    [
      'ran another text of one',
      recordsSql(former.map(({ version }) => version)),
      /^This database was made by another version of Mantel/,
    ],
  ])(
    'a database from before the baseline that %s is refused with what to do, and nothing changes',
    async (_, records, message) => {
      await database.script(records)
      const before = await database.sql(RECORDS)
      await expect(applyMigrations(database, MIGRATIONS_FOLDER, () => {})).rejects.toThrow(message)
      expect(await database.sql(RECORDS)).toEqual(before)
      expect(await database.sql(`select to_regclass('public.tags') as tags`)).toEqual([{ tags: null }])
    },
  )
})

test('a data folder from before the baseline starts with everything in it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mantel-former-'))
  const former = await openPglite(dataDir)
  await createSystemSchema(former)
  await migrateAsFormerCommit(former, 'a73383f8')
  await former.sql(`insert into public.tags (name, slug) values ('Oak', 'oak')`)
  await former.close()
  const stack = await startStack({ port: 0, dataDir, siteUrl: SITE_URL })
  expect(await stack.sql('select name from public.tags')).toEqual([{ name: 'Oak' }])
  await stack.stop()
  await rm(dataDir, { recursive: true })
})

/** A database with the migrations up to this one. */
async function databaseAt(last: string) {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-migrations-'))
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name <= last)
  for (const name of names) await copyFile(join(MIGRATIONS_FOLDER, name), join(folder, name))
  const database = await openPglite(null)
  await createSystemSchema(database)
  await applyMigrations(database, folder, () => {})
  await rm(folder, { recursive: true })
  return database
}

test('the editorial team that was written in the code stays, in its order and at its addresses', async () => {
  const database = await databaseAt('20261129203905_menus_are_rows.sql')
  await database.script(`
    insert into auth.users (id, email) values (gen_random_uuid(), 'somebody@mantel.example');
    insert into private.team values ('Ruth Aalto', '{/author/ruth}');
    insert into public.author_profiles (name, slug, bio, social_links) values
      ('INES ABRIL', 'ines', 'Her own words.', '{"twitter": "@ines", "linkedin": ""}'),
      ('Ines Abril', 'namesake', null, '{}'), ('Somebody Else', 'odile-marsh', null, '{}')`)
  await applyMigrations(database, MIGRATIONS_FOLDER, () => {})
  const team = await database.sql(
    'select name, slug, role, bio, image_url, social_links from public.author_profiles where team_position > 0 order by team_position',
  )
  expect(team).toMatchObject([
    { name: 'Mantel Editorial', slug: 'mantel-editorial', image_url: '/team/mantel-editorial.webp' },
    {
      ...{ name: 'INES ABRIL', slug: 'ines-abril', role: 'Senior Design Editor', bio: 'Her own words.' },
      image_url: '/team/ines-abril.webp',
      social_links: { instagram: '@ines.abril', twitter: '@ines', linkedin: 'in/ines-abril' },
    },
    { name: 'Tomas Reyne', slug: 'tomas-reyne' },
    { name: 'Odile Marsh', slug: 'odile-marsh' },
    { name: 'Ruth Aalto', slug: 'ruth', role: null, social_links: {} },
  ])
  expect(await database.sql('select name from public.author_profiles where team_position is null')).toEqual([
    { name: 'Ines Abril' },
    { name: 'Somebody Else' },
  ])
  const redirects = 'select old_path, private.redirect_target(r) as target from public.slug_redirects r'
  expect(await database.sql(redirects)).toContainEqual({
    old_path: '/author/ines',
    target: '/author/ines-abril',
  })
  await database.close()
})

test('a new database begins without an editorial team', async () => {
  const database = await databaseAt('9')
  expect(await database.sql('select from public.author_profiles')).toEqual([])
  await database.close()
})

test('what the two former queues of mails hold is sent, once', async () => {
  const database = await databaseAt(`${BASELINE}_baseline.sql`)
  await database.script(`
    insert into auth.users (id, email, email_confirmed_at)
      select gen_random_uuid(), name || '@mantel.example', now() from unnest('{sending,failed,waits,mailed,new}'::text[]) name;
    update public.profiles set role = 'contributor';
    insert into public.articles (title, slug, author_id)
      select 'A house', split_part(p.email, '@', 1), p.id from public.profiles p;
    insert into public.notifications (recipient_id, kind, article_id, by_mail, created_at, mail_id)
      select p.id, 'assigned', a.id, true, now() - interval '10 minutes',
        case a.slug when 'sending' then '00000000-0000-0000-0000-000000000001'::uuid end
      from public.profiles p join public.articles a on a.author_id = p.id;
    insert into private.notification_mails (recipient_id, mail_id, due_at, attempts, sent_at)
      select p.id, case a.slug when 'sending' then '00000000-0000-0000-0000-000000000001'::uuid end,
        now() + case a.slug when 'waits' then interval '9 minutes' when 'mailed' then interval '50 minutes' else '0' end,
        case a.slug when 'mailed' then 0 else 2 end,
        case a.slug when 'mailed' then now() - interval '10 minutes' end
      from public.profiles p join public.articles a on a.author_id = p.id where a.slug <> 'new';
    insert into public.subscribers (email) select name || '@example.com' from unnest('{due,failed,later,given-up,sent,ended}'::text[]) name;
    delete from private.subscriber_mails;
    insert into private.subscriber_mails (subscriber_id, purpose, attempts, due_at, sent_at, ended_at, token_hash, expires_at)
      select s.id, 'confirm', case name when 'failed' then 3 when 'given-up' then 6 when 'sent' then 1 else 0 end,
        now() + case name when 'later' then interval '5 minutes' else '0' end,
        case name when 'sent' then now() end, case name when 'ended' then now() end,
        case name when 'sent' then sha256('token') end, now() + interval '7 days'
      from public.subscribers s, split_part(s.email, '@', 1) name;`)
  await applyMigrations(database, MIGRATIONS_FOLDER, () => {})
  const sent: string[] = []
  for (let pass = 0; pass < 20; pass += 1) {
    const [mail] = await database.sql<{ id: string; email: string }>(
      'select id, email from public.claim_mail()',
    )
    if (mail === undefined) break
    sent.push(mail.email)
    if (mail.email === 'sending@mantel.example') expect(mail.id).toBe('00000000-0000-0000-0000-000000000001')
    await database.sql('select public.finish_mail($1::uuid, null)', [mail.id])
  }
  expect(sent.toSorted()).toEqual([
    'due@example.com',
    'failed@example.com',
    'failed@mantel.example',
    'new@mantel.example',
    'sending@mantel.example',
  ])
  const state = (email: string) =>
    database.sql(
      `select m.attempts, m.is_waiting, m.due_at > now() as later from private.mails m
       left join public.subscribers s on s.id = m.subscriber_id left join public.profiles p on p.id = m.profile_id
       where coalesce(s.email, p.email) = $1`,
      [email],
    )
  expect(await state('later@example.com')).toEqual([{ attempts: 0, is_waiting: true, later: true }])
  expect(await state('given-up@example.com')).toEqual([{ attempts: 6, is_waiting: false, later: false }])
  expect(await state('waits@mantel.example')).toEqual([{ attempts: 2, is_waiting: true, later: true }])
  expect(await database.sql(`select public.open_subscriber_link('token') as outcome`)).toEqual([
    { outcome: 'confirmed' },
  ])
  await database.close()
})
