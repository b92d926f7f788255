import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { differentNames, readCatalog } from '../../scripts/migration/catalog.ts'
import { migrationText } from '../../scripts/migration/migration-text.ts'
import { nextVersion } from '../../scripts/migration/new-migration.ts'
import { ROOT } from '../../supabase/local/config.ts'
import { applyMigrations, createSystemSchema } from '../../supabase/local/database/migrations.ts'
import { migratedCluster, openPglite } from '../../supabase/local/database/pglite.ts'

test.each([
  ['the present time in UTC', [], '20300102030405'],
  ['the present time after earlier ones', ['20291231235959_a.sql'], '20300102030405'],
  ['one more than a later one', ['20291231235959_a.sql', '20310101000000_b.sql'], '20310101000001'],
  ['one more than that of this second', ['20300102030405_a.sql'], '20300102030406'],
])('a new migration is named by %s', (_, names, version) => {
  expect(nextVersion(names, new Date('2030-01-02T03:04:05.678Z'))).toBe(version)
})

describe('the recipe of CONTRIBUTING, where somebody else has added a migration', () => {
  const OTHER = '20990101000000_other.sql'
  const TAG_CHANGE = 'comment on table public.tags is $$Words of stories.$$;'
  let clone: string
  beforeAll(async () => {
    clone = await mkdtemp(join(tmpdir(), 'mantel-clone-'))
    for (const name of ['package.json', 'scripts', 'src', 'supabase'])
      await cp(join(ROOT, name), join(clone, name), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
    await writeFile(join(clone, 'supabase', 'migrations', OTHER), TAG_CHANGE)
    await edit('tags', (text) => `${text}\n${TAG_CHANGE}\n`)
  })
  afterAll(() => rm(clone, { recursive: true }))

  /** Changes the file of supabase/schemas that makes the table. */
  async function edit(table: string, change: (text: string) => string): Promise<void> {
    const folder = join(clone, 'supabase', 'schemas')
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith('.sql')) continue
      const text = await readFile(join(folder, name), 'utf8')
      if (text.includes(`create table public.${table} (`)) await writeFile(join(folder, name), change(text))
    }
  }
  /** The last line that the command prints. */
  const run = async (name: string) =>
    (await promisify(execFile)('npm', ['run', 'migration', name], { cwd: clone })).stdout
      .trim()
      .split('\n')
      .at(-1)

  test('npm run migration writes a migration above all others, which brings new and existing databases to the same', async () => {
    const folder = join(clone, 'supabase', 'migrations')
    const database = await openPglite(null)
    await createSystemSchema(database)
    await applyMigrations(database, folder, () => {})

    await edit(
      'categories',
      (text) =>
        `${text.replace(/(create table public\.categories \([^;]*?)\n\);/, `$1,\n  motto text not null default ''\n);`)}
        create policy "nobody removes the last category" on public.categories as restrictive for delete to authenticated using (slug <> 'last');
        create function public.motto_of(slug text) returns text language sql stable set search_path = ''
          as $$ select c.motto from public.categories c where c.slug = motto_of.slug $$;
        grant execute on function public.motto_of to anon;`,
    )
    expect(await run('mottos')).toBe('With it both make the same database.')
    expect(await applyMigrations(database, folder, () => {})).toEqual(['20990101000001_mottos.sql'])
    await database.close()
    expect(await run('more_mottos')).toMatch(/there is nothing to write\.$/)
    expect((await readdir(folder)).filter((name) => name > OTHER)).toEqual(['20990101000001_mottos.sql'])
  })
})

describe('what a migration is written for', () => {
  let from: Awaited<ReturnType<typeof openPglite>>
  let to: Awaited<ReturnType<typeof openPglite>>
  beforeEach(async () => {
    from = await openPglite(null, migratedCluster)
    to = await openPglite(null, migratedCluster)
  })
  afterEach(async () => {
    await from.close()
    await to.close()
  })

  const WRITTEN = `
    create type public.mood as enum ('calm', 'it''s loud');
    create function private.mood_of(word text default 'calm') returns public.mood language sql immutable set search_path = ''
      as $$ select word::public.mood $$;
    grant execute on function private.mood_of to authenticated;
    create table public.rooms (
      id bigint generated always as identity primary key,
      tag uuid not null references public.tags on delete cascade,
      "Name" text collate "C" default 'x' check (length("Name") > 2),
      mood public.mood not null default private.mood_of(),
      size numeric(8, 2)[],
      area int generated always as (3 * 4) stored,
      unique (tag, mood)
    );
    comment on table public.rooms is 'It''s a room.';
    comment on column public.rooms.size is 'Metres';
    create index rooms_name on public.rooms (lower("Name")) where mood = 'calm';
    alter table public.rooms enable row level security;
    create policy "everyone sees calm rooms" on public.rooms for select to anon, authenticated using (mood = 'calm');
    grant select (id, "Name"), update (size) on public.rooms to anon, authenticated;
    create trigger updated before update on public.rooms for each row when (new.size is not null)
      execute function private.set_updated_at();
    create view public.calm_rooms with (security_invoker = true) as select id, "Name" from public.rooms where mood = 'calm';
    grant select on public.calm_rooms to anon;
    alter table public.tags add column room bigint references public.rooms;
    create or replace function public.slugify(value text) returns text language sql immutable set search_path = ''
      as $$ select lower(value) $$;
    drop function public.count_view(text);
    create function public.count_view(address text) returns int language sql set search_path = '' as 'select 1';
    comment on function public.count_view is 'Counts.';
    grant execute on function public.count_view to service_role;
    revoke select on public.categories from anon;
    grant select (name) on public.categories to anon;
    alter policy "everyone reads tags" on public.tags using (name <> 'x');
    alter policy "staff list stored files" on storage.objects using (bucket_id = 'media');
    alter table public.fonts disable row level security;
    alter table public.media drop constraint media_width_check;
    alter table public.media add constraint media_width_check check (width > 2);
    drop index public.tags_created_idx;
    create index tags_created_idx on public.tags (created_at, id);
    drop trigger on_auth_user_created on auth.users;
    alter table public.articles disable trigger guard_byline;
    insert into private.reserved_page_slugs values ('it''s a shop');`
  const BY_HAND = `
    alter table public.builds alter column kind set default 'full';
    alter type public.app_role add value 'guest';
    alter table public.profiles drop column email cascade;
    alter default privileges in schema public grant select on tables to anon;`

  test('functions, triggers, policies, privileges, comments, views, indexes, constraints, types, rows, new tables and columns', async () => {
    const changed = await readChanged(WRITTEN)
    await from.script(migrationText(await readCatalog(from), changed))
    expect(differentNames(await readCatalog(from), changed)).toEqual([])
  })

  test('nothing is written for tables, columns and types that change or go: a comment names each', async () => {
    const changed = await readChanged(BY_HAND)
    const text = migrationText(await readCatalog(from), changed)
    expect([...text.matchAll(/^-- WRITE HERE what (.+)$/gm)].map(([, what]) => what).sort()).toEqual([
      'changes the column public.builds.kind',
      'changes the default privileges postgres public r',
      'changes the type public.app_role',
      'removes the column public.profiles.email, and what becomes of what it holds.',
    ])
    expect(text).toContain(
      `--   from kind text default 'publish'::text not null\n--   to kind text default 'full'::text not null`,
    )
  })

  async function readChanged(script: string) {
    await to.script(script)
    return readCatalog(to)
  }
})
