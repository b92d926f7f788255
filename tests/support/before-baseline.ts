import { VERSIONS_BEFORE_BASELINE } from '../../supabase/local/migrations.ts'

/**
 * SQL that makes a database with the baseline one of before it: recorded are the migrations that the baseline replaced,
 * or others, in whatever words, and visitors read all settings.
 */
export function beforeBaselineSql(versions: readonly string[] = VERSIONS_BEFORE_BASELINE): string {
  const rows = versions.map((version) => `('${version}', 'name', array['text'])`)
  return `
    truncate supabase_migrations.schema_migrations;
    insert into supabase_migrations.schema_migrations (version, name, statements) values ${rows.join(', ')};
    grant select on public.site_settings to anon;`
}
