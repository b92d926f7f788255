import { secretClient } from './backend.ts'

/** What visits, sign-ins, the publisher and the clock write. What else a test changes shows in a table of its own. */
const LEFT_OUT = [
  'auth.audit_log_entries',
  'auth.mfa_amr_claims',
  'auth.refresh_tokens',
  'auth.sessions',
  'private.letter_adapter',
  'private.letter_function',
  'private.mails',
  'private.missed_searches',
  'private.missing_paths',
  'private.notifications_began',
  'private.page_readings',
  'private.publisher_lease',
  'private.rate_limits',
  'private.reading_bots',
  'private.reading_letters',
  'private.reading_sources',
  'private.site_files',
  'private.story_readings',
  'public.audit_log',
  'public.builds',
  'public.notifications',
  'public.publish_outbox',
  'public.publish_problems',
]

/** A function for the secret key in the database of a test: the hash of the rows of each table. */
export const CREATE_TABLE_HASHES = `
  create function public.table_hashes() returns jsonb
  language plpgsql security definer set search_path = '' as $$
  declare
    v_table text;
    v_hash text;
    v_hashes jsonb := '{}';
  begin
    for v_table in
      select format('%I.%I', n.nspname, c.relname)
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage')
        and format('%I.%I', n.nspname, c.relname) <> all ('{${LEFT_OUT.join(',')}}')
    loop
      execute format(
        'select md5(string_agg(r.text, '','' order by r.text)) from (
          select (to_jsonb(t) - %L::text[])::text from %s t
        ) r (text)', case v_table when 'auth.users' then '{last_sign_in_at,updated_at}' else '{}' end, v_table)
      into v_hash;
      v_hashes := v_hashes || jsonb_build_object(v_table, v_hash);
    end loop;
    return v_hashes;
  end $$;
  revoke execute on function public.table_hashes() from public, anon, authenticated;
  grant execute on function public.table_hashes() to service_role`

/** The hash of the rows of each table of the magazine under test. */
export async function tableHashes(): Promise<Readonly<Record<string, string | null>>> {
  const { data, error } = await (await secretClient()).rpc('table_hashes')
  if (error !== null) throw new Error(error.message)
  return data as Record<string, string | null>
}
