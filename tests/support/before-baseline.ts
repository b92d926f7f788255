import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASELINE, MIGRATIONS_FOLDER, VERSIONS_BEFORE_BASELINE } from '../../supabase/local/migrations.ts'

/** SQL that records the migrations that the baseline replaced, or others, in whatever words, in place of all. */
export function recordsBeforeBaselineSql(versions: readonly string[] = VERSIONS_BEFORE_BASELINE): string {
  const rows = versions.map((version) => `('${version}', 'name', array['text'])`)
  return `
    truncate supabase_migrations.schema_migrations;
    insert into supabase_migrations.schema_migrations (version, name, statements) values ${rows.join(', ')};`
}

/** SQL that makes a database with all migrations one of before the baseline: takes back what came after it. */
export function beforeBaselineSql(): string {
  const baseline = readFileSync(join(MIGRATIONS_FOLDER, `${BASELINE}_baseline.sql`), 'utf8')
  const [builds] =
    /create function private\.start_build\([\s\S]*?(?=^-- .*\n(?:^-- .*\n)*create function public\.finish_build)/m.exec(
      baseline,
    ) ?? []
  if (builds === undefined) throw new Error('The baseline has no begin_build')
  return `
    ${recordsBeforeBaselineSql()}
    grant select on public.site_settings to anon;
    alter table public.categories drop column sections;
    drop function public.begin_build(bigint, text, bigint[], boolean);
    drop function private.start_build(bigint, text, bigint[], boolean);
    ${builds}`
}
