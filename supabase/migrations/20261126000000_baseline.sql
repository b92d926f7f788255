-- Everything that a database had on 26 November 2026: the files of supabase/schemas on that day, in their order.

-- supabase/schemas/basics.sql ========================================================================================

-- Schemas, extensions, default privileges, and small functions that no single table owns.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- What no client may call or read: PostgREST does not serve this schema. Signed-in callers reach only the functions that
-- are granted to them, from functions of the schema public that run as the caller.
create schema if not exists private;
grant usage on schema private to authenticated, service_role;

-- Nothing is open to visitors and staff unless a grant beside the table or function opens it. The secret key
-- (service_role) may use everything in the schema public.
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
-- The privileges that PUBLIC has by default can only be revoked for all schemas together.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant usage on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

-- True for requests with the secret key and for SQL outside any request (migrations, seed). Reads the setting `role`,
-- because current_user is the owner inside a security definer function.
create function private.is_service() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated') $$;

-- Trigger: sets updated_at.
create function private.set_updated_at() returns trigger
language plpgsql set search_path = ''
as $$ begin new.updated_at := now(); return new; end $$;

-- The slug of a name: lower case, accents removed as far as plain SQL goes, other characters dropped.
create function public.slugify(value text) returns text
language sql immutable set search_path = ''
as $$
  select trim(both '-' from regexp_replace(regexp_replace(
    translate(lower(value), 'áàâäãåāéèêëēíìîïīóòôöõøōúùûüūçñýÿßœæ', 'aaaaaaaeeeeeiiiiiooooooouuuuucnyysoa'),
    '[^a-z0-9\s-]', '', 'g'), '[\s-]+', '-', 'g'))
$$;
grant execute on function public.slugify(text) to anon, authenticated;

-- The day of a moment in UTC.
create function private.utc_day(moment timestamptz) returns date
language sql immutable set search_path = ''
as $$ select (moment at time zone 'utc')::date $$;

-- The start of a day in UTC. Comparing timestamps with it lets their indexes be used.
create function private.day_start(day date) returns timestamptz
language sql immutable set search_path = ''
as $$ select day::timestamp at time zone 'utc' $$;

-- Saving -------------------------------------------------------------------------------------------------------------

-- The columns that private.save_row writes. Each table that it saves lists its own beside its definition.
create table private.saved_columns (
  table_name text not null,
  column_name text not null,
  primary key (table_name, column_name)
);
alter table private.saved_columns enable row level security;
grant select on private.saved_columns to authenticated, service_role;
create policy "save functions read the columns" on private.saved_columns for select to authenticated using (true);

/* Saves one row of a table that has `id` and `version`. p_type is the row type of the table (null::public.pages), p_noun
   its name in error messages; only the table's columns in private.saved_columns are written. p_id null inserts; columns
   that p_row leaves out or sets to null get their default. Otherwise p_version must be the version the writer started
   from, and columns that p_row leaves out stay as they are.
   Raises PT404 when the row is gone, PT409 when it has another version, 42501 when the policies refuse the caller. */
create function private.save_row(
  p_type anyelement, p_noun text, p_id uuid, p_version integer, p_row jsonb)
returns anyelement
language plpgsql security invoker set search_path = ''
as $$
declare
  row_type text := pg_typeof(p_type);
  column_names text;
  new_values text;
  default_or_new_values text;
  stored p_type%type;
  saved p_type%type;
  same_version boolean;
begin
  select string_agg(format('%I', c), ', '), string_agg(format('($1).%I', c), ', '),
    string_agg(case when coalesce(p_row -> c, 'null') = 'null' then 'default' else format('($1).%I', c) end, ', ')
  into column_names, new_values, default_or_new_values
  from (select s.column_name from private.saved_columns s where s.table_name = row_type) as saved_column (c);

  if p_id is null then
    execute format('insert into %s (%s) values (%s) returning *', row_type, column_names, default_or_new_values)
    into saved using jsonb_populate_record(p_type, p_row);
    return saved;
  end if;

  execute format('select * from %s where id = $1', row_type) into stored using p_id;
  if stored.id is null then
    raise exception '% not found', initcap(p_noun) using errcode = 'PT404';
  end if;
  execute format('update %s set (%s) = row(%s) where id = $2 and version = $3 returning *',
    row_type, column_names, new_values)
  into saved using jsonb_populate_record(stored, p_row), p_id, p_version;
  if saved.id is null then
    -- Either somebody saved in between, or the policies let the caller read this row but not change it.
    execute format('select exists (select 1 from %s where id = $1 and version = $2)', row_type)
    into same_version using p_id, p_version;
    if same_version then
      raise exception 'You are not allowed to change this %', p_noun using errcode = '42501';
    end if;
    raise exception 'This % was saved by someone else in the meantime', p_noun using errcode = 'PT409';
  end if;
  return saved;
end $$;
grant execute on function private.save_row(anyelement, text, uuid, integer, jsonb) to authenticated, service_role;

-- supabase/schemas/roles.sql =========================================================================================

-- The roles of the staff, and the checks of them that policies and functions make.

create type public.app_role as enum ('super_admin', 'editor', 'contributor', 'viewer');

/* Whether the caller has one of these roles, in a session that lacks no factor. Security definer, because the policies of
   profiles use it themselves. In PL/pgSQL, which keeps its plans for the session: a SQL function that cannot be inlined is
   planned at each call, which took more time than the rows of most requests. Not granted to visitors, who have no role. */
create function public.has_role(variadic roles public.app_role[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from public.profiles p where p.id = auth.uid() and p.role = any (roles))
    and public.get_missing_factor() = 'nothing';
end $$;
grant execute on function public.has_role(public.app_role[]) to authenticated;

-- The caller's role; null in a session that lacks a factor.
create function public.current_role_name() returns public.app_role
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select p.role from public.profiles p where p.id = auth.uid() and public.get_missing_factor() = 'nothing');
end $$;
grant execute on function public.current_role_name() to authenticated;

-- Raises 42501 for callers who are no editors.
create function private.require_editor() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_service() and not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors read the analytics' using errcode = '42501';
  end if;
end $$;

-- supabase/schemas/second_factor.sql =================================================================================

/* A second factor (TOTP, of the auth server): who has one needs it in every session, and a setting demands one of super
   admins. The auth server only writes into the token that it was given (the claim aal); refusing sessions without it is
   the database's part: has_role, current_role_name, and restrictive policies for what people may do without a role. */

/* What the caller's session lacks: 'nothing', the 'code' of a factor that is switched on, or a factor at all ('setup').
   For a visitor nothing. */
create function public.get_missing_factor() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when auth.uid() is null or auth.jwt() ->> 'aal' = 'aal2' then 'nothing'
    when exists (select 1 from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified') then 'code'
    when exists (select 1 from public.profiles p where p.id = auth.uid() and p.role = 'super_admin')
      and (select s.require_second_factor from public.site_settings s) then 'setup'
    else 'nothing' end;
end $$;
grant execute on function public.get_missing_factor() to authenticated;

-- Trigger: only who has signed in with a second factor demands it of all super admins. Nobody locks themselves out.
create function private.guard_second_factor_setting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    raise exception 'Switch on your own second factor first: then you may demand one of all super admins'
      using errcode = '23514';
  end if;
  return new;
end $$;

-- The accounts that have a second factor, for super admins.
create function public.get_accounts_with_factor() returns table (id uuid)
language sql stable security definer set search_path = ''
as $$
  select distinct f.user_id from auth.mfa_factors f
  where f.status = 'verified' and public.has_role('super_admin')
$$;
grant execute on function public.get_accounts_with_factor() to authenticated;

-- supabase/schemas/content_limits.sql ================================================================================

-- Limits in the units that matter to a page: bytes of a body, levels of its JSON, entries of a list, and the length of an
-- address, whose last part is the name of a file. A row from before a limit can be saved as long as the column in question
-- stays as it is. The same limits in the forms: src/domain/body/limits.ts, src/domain/slug.ts.

-- Levels of objects and arrays.
create function private.max_json_depth() returns integer language sql immutable set search_path = '' as $$ select 100 $$;
-- Characters.
create function private.max_slug_length() returns integer language sql immutable set search_path = '' as $$ select 200 $$;

-- Whether a value has more levels of objects and arrays than private.max_json_depth.
create function private.is_too_deep(value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_path_exists(value,
    ('strict $.**{' || private.max_json_depth() || '} ? (@.type() == "object" || @.type() == "array")')::jsonpath)
$$;

-- A number of bytes in words.
create function private.byte_words(bytes integer) returns text
language sql immutable set search_path = ''
as $$ select case when bytes < 1000000 then bytes / 1000 || ' kB' else bytes / 1000000 || ' MB' end $$;

-- Trigger with arguments: the column, what people call it, its maximum in bytes.
create function private.check_json_limits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  new_value jsonb := to_jsonb(new) -> tg_argv[0];
  max_bytes integer := tg_argv[2];
begin
  if tg_op = 'UPDATE' and new_value is not distinct from to_jsonb(old) -> tg_argv[0] then return new; end if;
  if octet_length(new_value::text) > max_bytes then
    raise exception '% must be at most %', tg_argv[1], private.byte_words(max_bytes) using errcode = '23514';
  end if;
  if private.is_too_deep(new_value) then
    raise exception '% must be nested at most % levels deep', tg_argv[1], private.max_json_depth() using errcode = '23514';
  end if;
  return new;
end $$;

-- Trigger with arguments: the column, what people call it, its maximum of entries and in bytes.
create function private.check_list_limits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  new_value jsonb := to_jsonb(new) -> tg_argv[0];
  max_entries integer := tg_argv[2];
  max_bytes integer := tg_argv[3];
begin
  if tg_op = 'UPDATE' and new_value is not distinct from to_jsonb(old) -> tg_argv[0] then return new; end if;
  if jsonb_array_length(new_value) > max_entries then
    raise exception '% must have at most % entries', tg_argv[1], max_entries using errcode = '23514';
  end if;
  if octet_length(new_value::text) > max_bytes then
    raise exception '% must be at most %', tg_argv[1], private.byte_words(max_bytes) using errcode = '23514';
  end if;
  return new;
end $$;

-- Trigger with an argument: what people call the slug.
create function private.check_slug_length() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if char_length(new.slug) > private.max_slug_length() and (tg_op = 'INSERT' or new.slug <> old.slug) then
    raise exception '% must be at most % characters', tg_argv[0], private.max_slug_length() using errcode = '23514';
  end if;
  return new;
end $$;

-- supabase/schemas/rate_limits.sql ===================================================================================

-- Rate limits for what visitors send. Of a visitor's IP address only hashes are kept, for twenty minutes.

create table private.rate_limits (
  action text not null,
  caller text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (action, caller, window_start)
);
create index rate_limits_window_idx on private.rate_limits (window_start);
alter table private.rate_limits enable row level security;

/* Counts a request of a caller. Returns how many there have been in the last ten minutes, which are counted by the minute:
   with windows that begin at fixed times, a caller could send twice the limit around such a time. */
create function private.count_request(p_action text, p_caller text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  this_minute timestamptz := date_trunc('minute', now());
  hits_of_minute integer;
begin
  insert into private.rate_limits as r (action, caller, window_start) values (p_action, p_caller, this_minute)
  on conflict (action, caller, window_start) do update set hits = r.hits + 1 returning hits into hits_of_minute;
  if hits_of_minute = 1 then delete from private.rate_limits where window_start < now() - interval '20 minutes'; end if;
  return (
    select sum(hits) from private.rate_limits
    where action = p_action and caller = p_caller and window_start >= this_minute - interval '10 minutes'
  );
end $$;

-- The headers of the request; an empty object outside any.
create function private.request_headers() returns jsonb
language sql stable set search_path = ''
as $$ select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb $$;

/* The visitor's IP address as the proxy in front of the API reports it; null without a proxy. On a hosted project that is
   Cloudflare, which sets cf-connecting-ip itself. Of X-Forwarded-For the last entry counts: the nearest proxy added it,
   the entries before it may be the sender's own. */
create function private.visitor_address() returns text
language sql stable set search_path = ''
as $$
  select coalesce(nullif(trim(h ->> 'cf-connecting-ip'), ''),
    nullif(trim(regexp_replace(h ->> 'x-forwarded-for', '^.*,', '')), ''))
  from private.request_headers() h
$$;

/* The part of an IP address that names its customer (of IPv6, the first 64 bits: one customer has all of the rest), and
   the larger network that it belongs to. Text that is no address stands for itself. */
create function private.address_networks(p_address text, out customer text, out network text)
language sql immutable set search_path = ''
as $$
  select case when not is_ip then p_address when family(ip) = 4 then host(ip) else set_masklen(ip, 64)::cidr::text end,
    case when not is_ip then p_address else set_masklen(ip, case family(ip) when 4 then 24 else 48 end)::cidr::text end
  from (select pg_input_is_valid(p_address, 'inet') as is_ip) checked,
    lateral (select case when is_ip then host(p_address::inet)::inet end as ip) parsed
$$;

-- Counts a request of an IP address. Whether its customer or its network has sent more than so many in ten minutes.
create function private.is_over_limit(p_action text, p_address text, p_customer_limit integer, p_network_limit integer)
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare networks record;
begin
  if p_address is null then return false; end if;
  networks := private.address_networks(p_address);
  return private.count_request(p_action, md5(networks.customer)) > p_customer_limit
    or private.count_request(p_action, md5('network ' || networks.network)) > p_network_limit;
end $$;

/* Trigger for inserts by visitors: at most 8 in ten minutes from one address, 60 from one network (so that one machine
   with many addresses does not use up the limit of all), and 600 from all visitors together, more than a magazine's best
   day brings.
   A visitor's request inserts one row: with several, the answer about one row could be had without its being counted,
   since what fails is undone, the count with it. The same holds for a request that fails after its insert, because it
   asks for exactly one row back.
   A form sent without JavaScript arrives through the edge function submit-form, whose own address says nothing about
   the reader. It uses the secret key and names the reader's address in the header x-reader-address, which is believed
   with that key only. */
create function private.enforce_rate_limit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  service boolean := private.is_service();
  address text := case
    when service then nullif(trim(private.request_headers() ->> 'x-reader-address'), '')
    else private.visitor_address()
  end;
begin
  if service and address is null then return new; end if;
  if not service and public.has_role('super_admin', 'editor') then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'duplicate' then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'counted'
     or private.request_headers() ->> 'accept' ilike '%vnd.pgrst%' then
    raise exception 'Send one row, and ask for none back' using errcode = 'PT400';
  end if;
  perform set_config('mantel.visitor_row', 'counted', true);
  if private.count_request(tg_table_name, '*') > 600 or private.is_over_limit(tg_table_name, address, 8, 60) then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  return new;
end $$;

-- supabase/schemas/names.sql =========================================================================================

-- Names of people: what may stand in one, and when two are the same.

-- A name with a blank for each control character, mark that turns the direction of writing, and letter that cannot be
-- seen (HIDDEN_CHARACTERS in src/domain/person-name.ts; a test compares them).
create function private.without_hidden_characters(name text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0378\u0379\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u180b-\u180f\u200b\u200e-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe-\uffff\U000110bd\U000110cd\U00013430-\U00013455\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U000e00ff\U000e01f0-\U0010ffff]', ' ', 'g')
$$;

/* What the spellings of a name have in common: letters and digits without case, marks, blanks and punctuation, with the
   Latin letter for each that looks like it. Null for a name without any (nameKey in src/domain/person-name.ts; a test
   compares them).
   Cherokee letters in both cases: not every collation knows their small ones. Of the last 27, outlined and raised
   capitals, NFKD makes Latin letters from Unicode 16 and 17 on.
   Two indexes hold its values (author_profiles_name_key, profiles_name_key): a migration that changes it, or what it
   calls, has to `reindex` both. */
create function private.name_key(name text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(translate(lower(regexp_replace(normalize(name, NFKD),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u02b0-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u206f\u20d0-\u20ff\u2800\u2e00-\u2e7f\u3000-\u303f\u3099-\u309c\ufe00-\ufe2f\ufeff\ufff9-\uffff\U000e0000-\U000e01ef]',
    '', 'g')), 'аαᴀɑᎪꭺꓮвβʙᏏꮟᏴᏼꓐсᴄᏟꮯꓚᴅᎠꭰꓓеεᴇᎬꭼꓰꜰꓝɢɡցᏀꮐᏳᏻꓖнһʜհᎻꮋᏂꮒꓧіιıɪɩᎥꭵᏆꮖꓲјᴊᎫꭻꓙкκᴋᏦꮶꓗӏʟᏞꮮꓡмᴍᎷꮇꓟηпɴոꓠоοᴏօꓳрρᴘᏢꮲꓑԛզʀᎡꭱᏒꮢꓣѕꜱᏕꮥᏚꮪꓢтτᴛᎢꭲꓔυᴜսꓴνᴠᏙꮩꓦԝᴡᎳꮃᏔꮤꓪхχꓫуʏᎩꭹᎽꮍꓬᴢᏃꮓꓜς𜳖𜳗𜳘𜳙𜳚𜳛𜳜𜳝𜳞𜳟𜳠𜳡𜳢𜳣𜳤𜳥𜳦𜳧𜳨𜳩𜳪𜳫𜳬𜳭𜳮𜳯꟱',
    'aaaaaaabbbbbbbbcccccddddeeeeeeffgggggggghhhhhhhhhiiiiiiiiiijjjjjkkkkkklllllmmmmmnnnnnoooooppppppqqrrrrrrsssssssttttttuuuuvvvvvwwwwwwwxxxyyyyyyyzzzzσabcdefghijklmnopqrstuvwxyzs'), '')
$$;
-- Who writes a row also needs the right to call the functions of its indexes.
grant execute on function private.name_key(text) to authenticated, service_role;

-- The names of the built-in editorial team (TEAM in src/domain/author.ts; a test compares them).
create function private.team_names() returns text[]
language sql immutable set search_path = ''
as $$ select array['Mantel Editorial', 'Ines Abril', 'Tomas Reyne', 'Odile Marsh'] $$;

-- Trigger: refuses a name with hidden characters. A person without published stories changes their own name freely; from
-- then on it is a byline, and an editor changes it.
create function private.guard_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare name text := case tg_table_name when 'profiles' then to_jsonb(new) ->> 'full_name' else to_jsonb(new) ->> 'name' end;
begin
  if name <> private.without_hidden_characters(name) then
    raise exception 'A name cannot have control characters or other characters that cannot be seen' using errcode = '23514';
  end if;
  if tg_table_name <> 'profiles' or tg_op = 'INSERT' then return new; end if;
  if private.is_service() then
    new.name_confirmed := true;
  elsif new.full_name is distinct from old.full_name then
    if public.has_role('super_admin', 'editor') then
      new.name_confirmed := true;
    elsif public.must_ask_for_name() then
      raise exception 'You have published stories: ask an editor for a new public name' using errcode = '42501';
    else
      new.name_confirmed := false;
    end if;
  end if;
  return new;
end $$;

-- supabase/schemas/publisher_lease.sql ===============================================================================

-- One publisher at a time: a lease that the publisher at work renews every few seconds. When it is not renewed, it ends by
-- the database's clock, and another publisher may take it. All of it is called with the secret key.

create table private.publisher_lease (
  singleton boolean primary key default true check (singleton),
  -- Grows each time the lease is taken. Every write of a publisher carries the number that it got: of one that was paused,
  -- and does not know that another took over, it is stale, and the write is refused.
  number bigint not null default 0,
  -- The machine and the data folder. A folder is locked by its publisher: the next one there needs not wait for the lease.
  holder text not null default '',
  -- '-infinity': given back.
  expires_at timestamptz not null default '-infinity'
);
alter table private.publisher_lease enable row level security;
insert into private.publisher_lease default values;

-- When a lease that is taken or renewed now ends.
create function private.publisher_lease_end() returns timestamptz
language sql volatile set search_path = ''
as $$ select clock_timestamp() + interval '8 seconds' $$;

-- Takes the lease when it is free. Returns its number (null: another holds it) and who holds it, or held it before.
create function public.take_publisher_lease(p_holder text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare lease private.publisher_lease;
begin
  select * into lease from private.publisher_lease for update;
  if lease.holder <> p_holder and lease.expires_at > clock_timestamp() then
    -- It lasts longer than any only when the clock was set back.
    update private.publisher_lease set expires_at = private.publisher_lease_end()
    where expires_at > private.publisher_lease_end();
    return jsonb_build_object('number', null, 'holder', lease.holder);
  end if;
  update private.publisher_lease
  set number = lease.number + 1, holder = p_holder, expires_at = private.publisher_lease_end();
  return jsonb_build_object('number', lease.number + 1, 'holder', lease.holder);
end $$;

-- Refuses a publisher whose lease another has taken. Until the transaction ends, nobody else takes it.
create function private.require_publisher_lease(p_number bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from private.publisher_lease where number = p_number for share;
  if not found then raise exception 'Another publisher has taken over' using errcode = 'PT409'; end if;
end $$;

-- Renews the lease, also one that has ended but that nobody has taken since.
create function public.renew_publisher_lease(p_number bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.publisher_lease set expires_at = private.publisher_lease_end()
  where number = p_number and expires_at <> '-infinity';
  if not found then perform private.require_publisher_lease(null); end if;
end $$;

-- Gives the lease back, so that the next publisher need not wait for its end.
create function public.release_publisher_lease(p_number bigint) returns void
language sql volatile security definer set search_path = ''
as $$ update private.publisher_lease set expires_at = '-infinity' where number = p_number $$;

-- supabase/schemas/build_hook.sql ====================================================================================

-- Webhooks of hosted projects: new events are posted to our own publisher (signed) and to the build hook of a static
-- host. Without the extensions pg_net and pgcrypto nothing is posted.

-- The address of our own publisher; the guide to going live says how to set this row.
create table private.publish_webhook (
  singleton boolean primary key default true check (singleton),
  url text not null check (url ~ '^https?://'),
  secret text not null check (char_length(secret) >= 32)
);
alter table private.publish_webhook enable row level security;

-- The last call of the static host's build hook: whether the host accepted it, and further attempts when it did not. A
-- build takes in every change, so the last call stands for those before it.
create table private.build_hook_call (
  singleton boolean primary key default true check (singleton),
  -- Of pg_net, which keeps the answer in net._http_response for some hours.
  request_id bigint not null,
  attempts integer not null default 1,
  called_at timestamptz not null default now(),
  -- Why the last attempt failed; null while it is unanswered, and when it was accepted.
  error text,
  -- When the last call was made that the host accepted.
  accepted_at timestamptz
);
alter table private.build_hook_call enable row level security;

-- The last call, after its answer is looked up and recorded. Null without a call.
create function private.check_build_hook() returns private.build_hook_call
language plpgsql security definer set search_path = ''
as $$
declare call private.build_hook_call; answer record; failure text;
begin
  select * into call from private.build_hook_call;
  if not found or call.error is not null or call.accepted_at = call.called_at or to_regnamespace('net') is null then
    return call;
  end if;
  execute 'select status_code, timed_out, error_msg from net._http_response where id = $1'
  into answer using call.request_id;
  failure := case
    when answer.status_code between 200 and 299 then null
    when answer.status_code is not null then format('The host answered the build hook with status %s.', answer.status_code)
    when answer.timed_out then 'The host did not answer the build hook in time.'
    when answer.error_msg is not null then format('The host of the build hook could not be reached: %s.', left(answer.error_msg, 200))
    when call.called_at < now() - interval '5 minutes' then 'The host did not answer the build hook.'
  end;
  if failure is null and answer.status_code is null then return call; end if;
  update private.build_hook_call c
  set error = failure, accepted_at = case when failure is null then c.called_at else c.accepted_at end
  where c.request_id = call.request_id returning * into call;
  return call;
exception when others then
  raise warning 'build hook: %', sqlerrm;
  return call;
end $$;
grant execute on function private.check_build_hook() to authenticated, service_role;

/* Asks the static host for a build when something is due that it was not asked for yet, and again when the last call
   failed: 5 attempts, 1, 2, 4 and 8 minutes apart. Once a transaction at most. Runs when something is published; for
   scheduled articles and further attempts it has to run every minute; the guide to going live says how. */
create function private.call_build_hook() returns void
language plpgsql security definer set search_path = ''
as $$
declare build_hook text; is_due boolean; call private.build_hook_call; request bigint;
begin
  select deploy_hook_url into build_hook from public.deploy_settings;
  if build_hook is null or to_regnamespace('net') is null then return; end if;
  call := private.check_build_hook();
  update public.publish_outbox set posted_at = now() where id in (
    select o.id from public.publish_outbox o
    where o.posted_at is null and o.due_at <= now()
      -- A file just uploaded is on no page before an article uses it.
      and case when o.entity <> 'media' then true else not exists (
        select 1 from public.media m where m.id = o.entity_id::uuid and m.created_at = o.created_at) end
    for update of o skip locked);
  is_due := found;
  if current_setting('mantel.build_hook_called', true) = 'yes' then return; end if;
  if not is_due and (call.error is null or call.attempts >= 5
     or now() < call.called_at + interval '1 minute' * power(2, call.attempts - 1)) then
    return;
  end if;
  execute 'select net.http_post(url := $1, body := ''{}''::jsonb)' into request using build_hook;
  insert into private.build_hook_call as c (request_id) values (request)
  on conflict (singleton) do update set request_id = excluded.request_id, called_at = now(), error = null,
    attempts = case when is_due then 1 else c.attempts + 1 end;
  perform set_config('mantel.build_hook_called', 'yes', true);
exception when others then
  -- The article is saved and waits in the outbox: a hook that cannot be called must not undo that.
  raise warning 'build hook: %', sqlerrm;
end $$;

-- Trigger: a new address of the hook gets the changes that the last one did not accept.
create function private.after_build_hook_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.publish_outbox o set posted_at = null from private.build_hook_call c
  where c.error is not null and o.posted_at > coalesce(c.accepted_at, '-infinity');
  update private.build_hook_call set error = null where error is not null;
  perform private.call_build_hook();
  return null;
end $$;

-- The last call of the build hook, for super admins: `sent` (not answered yet), `accepted`, `retrying` or `failed`.
create function public.get_build_hook_call()
returns table (status text, called_at timestamptz, attempts integer, error text)
language sql volatile security invoker set search_path = ''
as $$
  select case when c.error is not null and c.attempts < 5 then 'retrying' when c.error is not null then 'failed'
              when c.accepted_at = c.called_at then 'accepted' else 'sent' end,
    c.called_at, c.attempts, c.error
  from private.check_build_hook() c
  where c.request_id is not null and public.has_role('super_admin')
$$;
grant execute on function public.get_build_hook_call() to authenticated;

-- Trigger of the outbox: posts to the static host and to the publisher, and removes what no publisher will take.
create function private.post_publish_webhook() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hook private.publish_webhook;
  stamp text := floor(extract(epoch from clock_timestamp()))::bigint::text;
  body text;
  signature text;
begin
  perform private.call_build_hook();
  if current_setting('mantel.publisher_called', true) = 'yes' then return null; end if;
  perform set_config('mantel.publisher_called', 'yes', true);
  -- Without a publisher events are never marked as processed. One that starts later renders everything anyway.
  delete from public.publish_outbox where id in (
    select o.id from public.publish_outbox o
    where o.processed_at is null and o.build_id is null and o.due_at < now() - interval '30 days'
    for update skip locked);
  if to_regnamespace('net') is null then return null; end if;
  select * into hook from private.publish_webhook;
  if found then
    body := json_build_object('event', (select max(id) from public.publish_outbox), 'nonce', gen_random_uuid())::jsonb::text;
    execute 'select encode(extensions.hmac($1, $2, ''sha256''), ''hex'')' into signature using stamp || '.' || body, hook.secret;
    execute 'select net.http_post(url := $1, body := $2::jsonb, headers := $3)' using hook.url, body,
      jsonb_build_object('content-type', 'application/json', 'x-mantel-timestamp', stamp, 'x-mantel-signature', signature);
  end if;
  return null;
exception when others then
  raise warning 'publish webhook: %', sqlerrm;
  return null;
end $$;

-- supabase/schemas/builds.sql ========================================================================================

-- Builds of the site: what the publisher records of each, and what it could not publish. It writes with the secret key
-- and the number of its lease (publisher_lease.sql).

create table public.builds (
  id bigint generated always as identity primary key,
  -- cut short: its publisher ended, or could not record how it ended; the next build carried out its events.
  status text not null default 'running' check (status in ('running', 'live', 'failed', 'cut short')),
  kind text not null default 'publish' check (kind in ('full', 'publish', 'catch-up')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  duration_ms integer,
  pages_rendered integer,
  pages_removed integer,
  timings jsonb not null default '{}',
  error text,
  -- Whether readers see the build: the publisher asks the public address for some of its pages. asking: not known yet.
  -- seen: the address answers with the new pages. old: with others, as a cache may. unreachable: the publisher gets no page
  -- from there. Null: nothing to ask, or a build of an earlier version.
  readers text check (readers in ('asking', 'seen', 'old', 'unreachable')),
  -- When it was found out; of `old`, for the last time.
  readers_at timestamptz
);
create index builds_started_idx on public.builds (started_at desc);
create index builds_running_idx on public.builds (id) where status = 'running';
-- Each build deletes those that are older than 30 days.
create index builds_finished_idx on public.builds (finished_at);

alter table public.builds enable row level security;
grant select on public.builds to authenticated;
create policy "staff see builds" on public.builds for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

-- Starts a build and returns the events that are due, by the database's clock, but for those of the builds `p_running`,
-- which it goes before. A part of begin_build, which adds the rows: a security definer may not take a visitor's role.
create function private.start_build(p_lease bigint, p_kind text, p_running bigint[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare waiting jsonb; next_due timestamptz; new_build bigint;
begin
  perform private.require_publisher_lease(p_lease);
  select jsonb_agg(jsonb_build_object('id', o.id, 'entity', o.entity, 'entity_id', o.entity_id) order by o.id)
  into waiting
  from (
    select * from public.publish_outbox
    where processed_at is null and due_at <= now() and coalesce(build_id <> all (p_running), true)
    order by id limit 5000) o;
  select min(due_at) into next_due from public.publish_outbox where processed_at is null and due_at > now();
  -- A full build, or one after a failure, runs even when nothing waits.
  if waiting is not null or p_kind <> 'publish' then
    update public.builds set status = 'cut short', finished_at = now()
    where status = 'running' and id <> all (p_running);
    insert into public.builds (kind) values (p_kind) returning id into new_build;
    update public.publish_outbox set build_id = new_build
    where id in (select (e ->> 'id')::bigint from jsonb_array_elements(waiting) e);
  end if;
  return jsonb_build_object('build_id', new_build, 'events', coalesce(waiting, '[]'),
    'next_due_ms', case when next_due is not null then ceil(extract(epoch from (next_due - clock_timestamp())) * 1000) end);
end $$;
grant execute on function private.start_build(bigint, text, bigint[]) to service_role;

/* Starts a build, which goes before the rest of the builds `p_running`: the events that are due, and the `rows` that they
   name as private.public_rows returns them; null when the publisher is to read them itself, because they are many, not all
   of them can be returned, or a build has failed. */
create function public.begin_build(p_lease bigint, p_kind text default 'publish', p_running bigint[] default '{}') returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare build jsonb := private.start_build(p_lease, p_kind, p_running); found_rows jsonb;
begin
  if p_kind = 'publish' and jsonb_array_length(build -> 'events') <= 100 then
    begin
      found_rows := private.public_rows(build -> 'events');
    exception when others then
      found_rows := null;
    end;
  end if;
  return build || jsonb_build_object('rows', found_rows);
end $$;

-- Records how a build ended, and marks its events as published if it succeeded. In p_stats `is_asked` says whether the
-- publisher asks the public address for its pages.
create function public.finish_build(
  p_lease bigint, p_build bigint, p_events bigint[], p_stats jsonb, p_error text default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_publisher_lease(p_lease);
  update public.builds set
    status = case when p_error is null then 'live' else 'failed' end, error = left(p_error, 2000), finished_at = now(),
    duration_ms = (p_stats ->> 'duration_ms')::integer, pages_rendered = (p_stats ->> 'pages_rendered')::integer,
    pages_removed = (p_stats ->> 'pages_removed')::integer, timings = coalesce(p_stats -> 'timings', '{}'),
    readers = case when p_error is null and (p_stats ->> 'is_asked')::boolean then 'asking' end
  where id = p_build;
  if p_error is null then
    update public.publish_outbox set processed_at = now() where id = any (p_events) and processed_at is null;
  end if;
  -- Published events and old builds are kept for 30 days.
  delete from public.publish_outbox where processed_at < now() - interval '30 days';
  delete from public.builds where finished_at < now() - interval '30 days';
end $$;

-- Records what the public address answered.
create function public.record_readers(p_lease bigint, p_build bigint, p_readers text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_publisher_lease(p_lease);
  update public.builds set readers = p_readers, readers_at = now() where id = p_build;
end $$;

-- What the publisher could not publish as it should be, and why: rows that it left out, pages that keep their last good
-- version (entity 'address', id the path), and pictures without copies (entity 'picture', id the URL). The list is the
-- publisher's own and always whole.
create table public.publish_problems (
  entity text not null,
  entity_id text not null,
  reason text not null,
  since timestamptz not null default now(),
  primary key (entity, entity_id)
);

alter table public.publish_problems enable row level security;
grant select on public.publish_problems to authenticated;
create policy "staff see what is not published" on public.publish_problems for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

-- Replaces the list.
create function public.set_publish_problems(p_lease bigint, p_problems jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_publisher_lease(p_lease);
  delete from public.publish_problems p where not exists (
    select 1 from jsonb_to_recordset(p_problems) as n (entity text, entity_id text)
    where n.entity = p.entity and n.entity_id = p.entity_id);
  insert into public.publish_problems (entity, entity_id, reason)
  select n.entity, n.entity_id, left(string_agg(distinct n.reason, '; '), 2000)
  from jsonb_to_recordset(p_problems) as n (entity text, entity_id text, reason text)
  group by n.entity, n.entity_id
  on conflict (entity, entity_id) do update set reason = excluded.reason;
end $$;

-- supabase/schemas/outbox.sql ========================================================================================

-- The outbox: each change that readers could see waits here until a build has published it. The tables whose changes they
-- see have a trigger that adds to it.

create table public.publish_outbox (
  id bigint generated always as identity primary key,
  entity text not null,
  entity_id text not null,
  -- In the future for a scheduled article.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  build_id bigint references public.builds (id) on delete set null,
  processed_at timestamptz,
  -- When a static host was asked for a build with this change. Hosts do not report whether it succeeded.
  posted_at timestamptz
);
create index publish_outbox_waiting_idx on public.publish_outbox (due_at, id) where processed_at is null;
create index publish_outbox_entity_idx on public.publish_outbox (entity, entity_id, id desc);
create index publish_outbox_unposted_idx on public.publish_outbox (due_at) where posted_at is null;
create index publish_outbox_build_idx on public.publish_outbox (build_id);
-- Each build deletes the events that are older than 30 days.
create index publish_outbox_processed_idx on public.publish_outbox (processed_at);

alter table public.publish_outbox enable row level security;
grant select on public.publish_outbox to authenticated;
create policy "staff see what waits for a build" on public.publish_outbox for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

create trigger post_publish_webhook after insert on public.publish_outbox
for each statement execute function private.post_publish_webhook();

-- Adds a change to the outbox and wakes a publisher that listens.
create function private.enqueue(p_entity text, p_id text, p_due timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare event_id bigint;
begin
  insert into public.publish_outbox (entity, entity_id, due_at) values (p_entity, p_id, greatest(p_due, now()))
  returning id into event_id;
  perform pg_notify('publish', event_id::text);
end $$;

-- Trigger for tables of which readers see every row.
create function private.public_row_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare ignored text[] := array['updated_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - ignored = to_jsonb(new) - ignored then return null; end if;
  perform private.enqueue(tg_table_name, case when tg_op = 'DELETE' then old.id::text else new.id::text end);
  return null;
end $$;

-- Trigger of profiles. Anybody may sign up and rename themselves; readers see only the names of authors with a published
-- article.
create function private.profile_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.articles a where a.author_id = new.id and a.status = 'published'
             and a.published_at <= clock_timestamp() and a.deleted_at is null) then
    perform private.enqueue('profiles', new.id::text);
  end if;
  return null;
end $$;

-- Trigger of articles.
create function private.article_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_published boolean := false; was_online boolean; is_published boolean := false; row_id text;
begin
  row_id := coalesce(new.id, old.id)::text;
  if tg_op <> 'INSERT' then was_published := old.status = 'published' and old.deleted_at is null; end if;
  if tg_op <> 'DELETE' then is_published := new.status = 'published' and new.deleted_at is null; end if;
  if not was_published and not is_published then return null; end if;
  if was_published and is_published and to_jsonb(old) - array['updated_at', 'version'] = to_jsonb(new) - array['updated_at', 'version'] then
    return null;
  end if;
  -- By the time of this moment, not of the transaction's begin: it may have waited for a lock.
  was_online := was_published and old.published_at <= clock_timestamp();
  -- A published article that is scheduled anew disappears now and comes back at its new date: two events.
  if was_online then perform private.enqueue('articles', row_id); end if;
  if is_published and (new.published_at > clock_timestamp() or not was_online) then
    perform private.enqueue('articles', row_id, new.published_at);
  end if;
  return null;
end $$;

-- Trigger of pages.
create function private.page_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op <> 'INSERT' and old.status = 'published') or (tg_op <> 'DELETE' and new.status = 'published') then
    perform private.enqueue('pages', case when tg_op = 'DELETE' then old.id::text else new.id::text end);
  end if;
  return null;
end $$;

/* How far the last change of an article is, for the editor. It is live when the public address answers with it; delivered
   when the publisher could not ask there, or ended before it had an answer; stale while readers get the old page. Where
   no publisher takes it, it was sent to the static host or waits for a build that somebody starts there. An article that
   the publisher left out is not live, although the build is. */
create function public.get_publish_state(p_article uuid)
returns table (event_id bigint, due_at timestamptz, created_at timestamptz, processed_at timestamptz, status text,
               duration_ms integer, error text)
language sql volatile security invoker set search_path = ''
as $$
  select o.id, o.due_at, o.created_at, o.processed_at,
    case when o.processed_at is not null and p.reason is not null then 'failed'
         when o.processed_at is not null then
           case when b.readers = 'old' then 'stale'
                when b.readers = 'asking' and b.finished_at > now() - interval '1 minute' then 'publishing'
                when b.readers in ('asking', 'unreachable') then 'delivered' else 'live' end
         when b.status = 'failed' or refused.error is not null then 'failed'
         when o.due_at > now() then 'scheduled' when o.build_id is not null then 'publishing'
         when o.posted_at is not null then 'sent' when o.due_at < now() - interval '1 minute' then 'waiting'
         else 'publishing' end,
    case when o.processed_at is not null then (extract(epoch from
      (case when b.readers in ('seen', 'old') then b.readers_at else o.processed_at end
       - greatest(o.created_at, o.due_at))) * 1000)::integer end,
    coalesce(p.reason, b.error, refused.error)
  from public.publish_outbox o left join public.builds b on b.id = o.build_id
  left join public.publish_problems p on p.entity = 'articles' and p.entity_id = p_article::text
  left join lateral (select c.error from private.check_build_hook() c
    where o.processed_at is null and o.posted_at > coalesce(c.accepted_at, '-infinity')) refused on true
  where o.entity = 'articles' and o.entity_id = p_article::text
  order by o.id desc limit 1
$$;
grant execute on function public.get_publish_state(uuid) to authenticated;

-- supabase/schemas/accounts.sql ======================================================================================

-- Accounts: the profile of each with its role, who may sign up, and the sessions of a person.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (char_length(full_name) <= 200),
  email text check (char_length(email) <= 320),
  role public.app_role not null default 'viewer',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether an editor gave or confirmed the name: only then it may be that of an author without an account.
  name_confirmed boolean not null default false,
  -- Whether the person has shown that the e-mail address is theirs.
  email_confirmed boolean not null default false
);
create index profiles_full_name_idx on public.profiles (full_name);
create index profiles_email_idx on public.profiles (lower(email));
create index profiles_full_name_trgm_idx on public.profiles using gin (full_name extensions.gin_trgm_ops);
create index profiles_email_trgm_idx on public.profiles using gin (email extensions.gin_trgm_ops);
create index profiles_created_idx on public.profiles (created_at desc);
create index profiles_name_key on public.profiles (private.name_key(full_name));

-- A profile is removed with its account, by the edge function delete-user: deleting the profile alone would leave an
-- account that can sign in but has no role. Visitors see the profiles of authors (articles.sql).
alter table public.profiles enable row level security;
grant select (id, full_name, name_confirmed) on public.profiles to anon;
grant select, update (full_name, role) on public.profiles to authenticated;
-- Their own profile people can read in any session: the admin needs it to ask for the code of the second factor.
create policy "own profile and, for editors, all" on public.profiles for select to authenticated
using (id = (select auth.uid()) or (select public.has_role('super_admin', 'editor')));
create policy "own profile or a super admin" on public.profiles for update to authenticated
using (id = (select auth.uid()) or (select public.has_role('super_admin')))
with check (id = (select auth.uid()) or (select public.has_role('super_admin')));
create policy "sessions with every factor change profiles" on public.profiles as restrictive for update to authenticated
using ((select public.get_missing_factor()) = 'nothing');

-- Only a super_admin changes roles, nobody their own, and the last super_admin stays.
create function private.guard_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := now();
    if new.role is distinct from old.role and auth.uid() is not null then
      if not public.has_role('super_admin') then
        raise exception 'Only a super admin can change roles' using errcode = '42501';
      end if;
      if old.id = auth.uid() then
        raise exception 'You cannot change your own role' using errcode = '42501';
      end if;
    end if;
    if not (old.role = 'super_admin' and new.role <> 'super_admin') then
      return new;
    end if;
  elsif old.role <> 'super_admin' then
    return old;
  end if;
  -- The lock serialises demotions: two at once would each find the other super admin still there.
  perform pg_advisory_xact_lock(hashtext('mantel.last_super_admin'));
  if not exists (select 1 from public.profiles where role = 'super_admin' and id <> old.id) then
    raise exception 'The last super admin cannot be demoted or removed' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' then return new; end if;
  return old;
end $$;
create trigger guard_profile before update or delete on public.profiles
for each row execute function private.guard_profile();
create trigger guard_name before insert or update of full_name on public.profiles
for each row execute function private.guard_name();
create trigger profile_changed after update of full_name on public.profiles
for each row when (old.full_name is distinct from new.full_name) execute function private.profile_changed();
-- A confirmed name may bring stories to an author page.
create trigger name_confirmed_changed after update of name_confirmed on public.profiles
for each row when (old.name_confirmed <> new.name_confirmed) execute function private.profile_changed();

-- Profiles follow the users of the auth server -----------------------------------------------------------------------

-- Each new account gets a profile. Nobody has confirmed the name that somebody signed up with.
create function private.handle_new_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name, email, email_confirmed)
  values (new.id,
    left(nullif(trim(private.without_hidden_characters(new.raw_user_meta_data ->> 'full_name')), ''), 200),
    new.email, new.email_confirmed_at is not null)
  on conflict (id) do nothing;
  return new;
end $$;
create trigger on_auth_user_created after insert on auth.users
for each row execute function private.handle_new_user();

-- A profile has the e-mail address of its user.
create function private.handle_user_email_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end $$;
create trigger on_auth_user_email_changed after update of email on auth.users
for each row when (new.email is distinct from old.email)
execute function private.handle_user_email_change();

-- A profile tells whether the e-mail address of its user is confirmed.
create function private.handle_user_email_confirmed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email_confirmed = new.email_confirmed_at is not null where id = new.id;
  return new;
end $$;
create trigger on_auth_user_email_confirmed after update of email_confirmed_at on auth.users
for each row when ((new.email_confirmed_at is null) <> (old.email_confirmed_at is null))
execute function private.handle_user_email_confirmed();

-- Sign-up ------------------------------------------------------------------------------------------------------------

/* Refuses new accounts while sign-up is closed, however they are made: with an address to confirm or without, by a
   one-time code, anonymously, by OAuth. Allowed are invitations and the accounts of the edge function create-user, which
   marks them in app_metadata: only the secret key writes that. The auth server writes both later in its transaction, so
   this checks when the transaction ends. */
create function private.refuse_closed_sign_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce((select sign_up_open from public.site_settings), true) then return null; end if;
  if exists (select 1 from auth.users u where u.id = new.id and u.invited_at is null
             and not coalesce(u.raw_app_meta_data, '{}') ? 'created_by') then
    raise exception 'Sign-up is closed' using errcode = '42501';
  end if;
  return null;
end $$;
create constraint trigger refuse_closed_sign_up after insert on auth.users
deferrable initially deferred for each row execute function private.refuse_closed_sign_up();

/* Drops the password of an account that is invited before its address was confirmed: the person who signed up with that
   address first chose it, and may not be its owner. The auth server keeps it, and accepting the invitation would make it
   work. */
create function private.drop_unconfirmed_password() returns trigger
language plpgsql set search_path = ''
as $$ begin new.encrypted_password := null; return new; end $$;
create trigger drop_unconfirmed_password before update of invited_at on auth.users
for each row when (new.invited_at is distinct from old.invited_at and new.email_confirmed_at is null)
execute function private.drop_unconfirmed_password();

-- Sessions -----------------------------------------------------------------------------------------------------------

-- The sessions of the caller, which they see and end. They are the auth server's: a session that is gone cannot be
-- renewed, and its access token works until it expires, an hour at most.
create function public.list_own_sessions()
returns table (id uuid, user_agent text, created_at timestamptz, last_used_at timestamptz, is_current boolean)
language sql stable security definer set search_path = ''
as $$
  -- As JSON: older auth servers lack columns.
  select s.id, to_jsonb(s) ->> 'user_agent', s.created_at,
    greatest(s.created_at, s.updated_at, (to_jsonb(s) ->> 'refreshed_at')::timestamp at time zone 'UTC'),
    s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and coalesce((to_jsonb(s) ->> 'not_after')::timestamptz > now(), true)
    and public.get_missing_factor() = 'nothing'
  order by 5 desc, 4 desc
$$;
grant execute on function public.list_own_sessions() to authenticated;

-- Ends one of the caller's sessions, or all but the present one (p_session null). Returns how many.
create function public.end_own_sessions(p_session uuid default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare devices text[]; device text;
begin
  if auth.uid() is null or public.get_missing_factor() <> 'nothing' then
    raise exception 'Please sign in again' using errcode = '42501';
  end if;
  with ended as (
    delete from auth.sessions s
    where s.user_id = auth.uid()
      and case when p_session is null then s.id::text is distinct from auth.jwt() ->> 'session_id' else s.id = p_session end
    returning coalesce(to_jsonb(s) ->> 'user_agent', '') as device)
  select array_agg(ended.device) into devices from ended;
  if exists (select 1 from public.profiles p where p.id = auth.uid() and p.role <> 'viewer') then
    foreach device in array coalesce(devices, '{}') loop
      perform private.add_audit_entry('session', null, null, null, device);
    end loop;
  end if;
  return coalesce(cardinality(devices), 0);
end $$;
grant execute on function public.end_own_sessions(uuid) to authenticated;

-- supabase/schemas/audit_log.sql =====================================================================================

/* The audit log: who did what and when. Written by the triggers and functions below only, read by super admins, changed by
   nobody. Rows are kept for two years; the first entry of a day deletes older ones.
   A new kind of entry: the check below and src/domain/audit.ts, and what calls private.add_audit_entry with it. */

create table public.audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  kind text not null check (kind in ('sign-in', 'account-created', 'account-invited', 'account-deleted', 'role', 'publish',
    'unpublish', 'delete', 'restore', 'settings', 'export', 'second-factor', 'session')),
  -- Without a foreign key, and with the name of that moment: an entry outlives the account. Null where no person of the
  -- staff acted: a visitor, the secret key, Supabase itself.
  actor_id uuid,
  actor_name text not null,
  -- The table and the id of what was changed.
  entity text,
  entity_id text,
  -- Its name or title at that moment. Null for readers' data: an erased address must not live on here.
  subject text,
  note text
);
create index audit_log_created_idx on public.audit_log (created_at desc);
create index audit_log_actor_idx on public.audit_log (actor_id, created_at desc);
create index audit_log_kind_idx on public.audit_log (kind, created_at desc);

alter table public.audit_log enable row level security;
revoke all on public.audit_log from service_role;
grant select on public.audit_log to authenticated, service_role;
create policy "super admins read the audit log" on public.audit_log for select to authenticated
using ((select public.has_role('super_admin')));

-- Trigger: refuses every change but the removal of old entries.
create function private.refuse_audit_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '2 years' then return old; end if;
  raise exception 'The audit log cannot be changed' using errcode = '42501';
end $$;
create trigger refuse_audit_change before update or delete on public.audit_log
for each row execute function private.refuse_audit_change();
create trigger refuse_audit_truncate before truncate on public.audit_log
for each statement execute function private.refuse_audit_change();

/* Who acts on an account through an edge function. The auth server carries out its requests in a connection of its own,
   which does not know the caller; so the function announces them right before. `account` is an id or e-mail address. */
create table private.announced_actors (
  account text primary key,
  actor_id uuid not null,
  created_at timestamptz not null default now()
);
alter table private.announced_actors enable row level security;

-- Announces who acts on an account. With the secret key only.
create function public.announce_actor(p_account text, p_actor uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.announced_actors where created_at < now() - interval '1 minute';
  insert into private.announced_actors (account, actor_id) values (lower(trim(p_account)), p_actor)
  on conflict (account) do update set actor_id = excluded.actor_id, created_at = now();
$$;
grant execute on function public.announce_actor(text, uuid) to service_role;

-- The caller is about to change their own account at the auth server, which does not know them in the database.
create function public.announce_own_change() returns void
language sql volatile security definer set search_path = ''
as $$ select public.announce_actor(auth.uid()::text, auth.uid()) where auth.uid() is not null $$;
grant execute on function public.announce_own_change() to authenticated;

-- Adds an entry. The actor is p_actor, the caller of the request, or who was announced for one of p_accounts; p_other names
-- one who is none of the staff.
create function private.add_audit_entry(
  p_kind text, p_entity text, p_entity_id text, p_subject text, p_note text,
  p_actor uuid default null, p_accounts text[] default '{}', p_other text default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor uuid := coalesce(p_actor, auth.uid(), (
    select a.actor_id from private.announced_actors a
    where a.account = any (p_accounts) and a.created_at > now() - interval '1 minute' limit 1));
begin
  if not exists (select 1 from public.audit_log where created_at >= private.day_start(private.utc_day(now()))) then
    delete from public.audit_log where created_at < now() - interval '2 years';
  end if;
  insert into public.audit_log (kind, actor_id, actor_name, entity, entity_id, subject, note)
  values (p_kind, actor,
    coalesce(
      (select coalesce(p.full_name, p.email, 'Without a name') from public.profiles p where p.id = actor),
      case when actor is not null then 'Deleted account'
           when p_other is not null then p_other
           when current_setting('role', true) = 'service_role' then 'Secret key'
           else 'Supabase' end),
    p_entity, p_entity_id, left(p_subject, 300), left(nullif(p_note, ''), 2000));
end $$;

-- Accounts -----------------------------------------------------------------------------------------------------------

-- Sign-ins of staff. Those of readers are left out: anybody could fill the log with them.
create function private.log_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.profiles p where p.id = new.user_id and p.role <> 'viewer') then
    -- As JSON: the column is missing where the auth server is an old one.
    perform private.add_audit_entry('sign-in', null, null, null, to_jsonb(new) ->> 'user_agent', new.user_id);
  end if;
  return null;
end $$;
create trigger log_sign_in after insert on auth.sessions
for each row execute function private.log_sign_in();

-- New accounts and invitations, without the address of a reader who signs up. Whether an account is invited the auth
-- server writes later in its transaction, so this runs when that ends.
create function private.log_new_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare account record; is_sign_up boolean; accounts text[];
begin
  select u.id, u.email, u.invited_at, u.confirmation_sent_at, p.full_name into account
  from auth.users u join public.profiles p on p.id = u.id where u.id = new.id;
  -- A new account that is invited runs this twice, at the insert of its profile and the update of invited_at.
  if not found or tg_table_name = 'users' and exists (
    select 1 from public.audit_log l where l.kind = 'account-invited' and l.entity_id = account.id::text
    and l.created_at > now() - interval '1 minute') then return null; end if;
  accounts := array[account.id::text, lower(account.email)];
  is_sign_up := account.invited_at is null and account.confirmation_sent_at is not null;
  perform private.add_audit_entry(
    case when account.invited_at is null then 'account-created' else 'account-invited' end,
    'profiles', account.id::text, case when not is_sign_up then account.email end,
    case when is_sign_up then 'Signed up' else account.full_name end,
    null, case when is_sign_up then '{}' else accounts end, case when is_sign_up then 'Visitor' end);
  return null;
end $$;
create constraint trigger log_new_account after insert on public.profiles
deferrable initially deferred for each row execute function private.log_new_account();
create constraint trigger log_invitation after update of invited_at on auth.users
deferrable initially deferred for each row when (new.invited_at is distinct from old.invited_at)
execute function private.log_new_account();

-- New roles and deleted accounts, without the address of a deleted reader.
create function private.log_profile_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  accounts text[] := array[old.id::text, lower(old.email)];
  staff_email text := case when old.role <> 'viewer' then old.email end;
begin
  if tg_op = 'DELETE' then
    perform private.add_audit_entry('account-deleted', 'profiles', old.id::text, coalesce(old.full_name, staff_email),
      staff_email, null, accounts);
  else
    perform private.add_audit_entry('role', 'profiles', new.id::text, coalesce(new.full_name, new.email),
      replace(old.role || ' → ' || new.role, '_', ' '), null, accounts);
  end if;
  return null;
end $$;
create trigger log_role after update of role on public.profiles
for each row when (old.role is distinct from new.role) execute function private.log_profile_change();
create trigger log_deleted_account after delete on public.profiles
for each row execute function private.log_profile_change();

-- Second factors that are switched on or removed.
create function private.log_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare account uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  -- Only the person themselves can switch one on: it takes a code.
  perform private.add_audit_entry('second-factor', 'profiles', account::text,
    (select coalesce(p.full_name, p.email) from public.profiles p where p.id = account),
    case tg_op when 'DELETE' then 'Removed' else 'Switched on' end,
    case tg_op when 'DELETE' then null else account end, array[account::text]);
  return null;
end $$;
create trigger log_factor after update of status on auth.mfa_factors
for each row when (new.status = 'verified' and old.status <> 'verified') execute function private.log_factor();
create trigger log_removed_factor after delete on auth.mfa_factors
for each row when (old.status = 'verified' and pg_trigger_depth() = 0) execute function private.log_factor();

-- Content and settings -----------------------------------------------------------------------------------------------
-- The triggers stand beside the tables. Of content only what a request does itself is logged (pg_trigger_depth() = 0), not
-- what a trigger does about it, such as emptying the trash.

-- The name of any row; none of what readers have sent.
create function private.audit_subject(p_table text, p_row jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case when p_table not in ('subscribers', 'contact_messages') then
    coalesce(p_row ->> 'title', p_row ->> 'name', p_row ->> 'original_filename', p_row ->> 'font_name', p_row ->> 'old_slug')
  end
$$;

-- Trigger: publishing and unpublishing of articles and pages, and the trash of articles.
create function private.log_publish() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  after jsonb := to_jsonb(new);
  was_published boolean := before ->> 'status' = 'published' and before ->> 'deleted_at' is null;
  is_published boolean := after ->> 'status' = 'published' and after ->> 'deleted_at' is null;
  due timestamptz := (after ->> 'published_at')::timestamptz;
  done text; note text;
begin
  was_published := coalesce(was_published, false);
  if before ->> 'deleted_at' is null and after ->> 'deleted_at' is not null then
    done := 'delete';
    note := 'Moved to the trash';
  elsif before ->> 'deleted_at' is not null and after ->> 'deleted_at' is null then
    done := 'restore';
  elsif was_published and not is_published then
    done := 'unpublish';
    note := initcap(after ->> 'status');
  elsif is_published and (not was_published or before ->> 'version' <> after ->> 'version') then
    done := 'publish';
    note := case when due > now() then 'Scheduled for ' || to_char(due at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
                 when was_published then 'Changes' end;
  end if;
  if done is not null then
    perform private.add_audit_entry(done, tg_table_name, after ->> 'id', private.audit_subject(tg_table_name, after), note);
  end if;
  return null;
end $$;

-- Trigger: deleted rows.
create function private.log_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_audit_entry('delete', tg_table_name, old.id::text,
    private.audit_subject(tg_table_name, to_jsonb(old)), null);
  return null;
end $$;

-- A value of a setting, in words.
create function private.audit_value(p_value jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case p_value #>> '{}' when 'true' then 'on' when 'false' then 'off' else
    coalesce(left(nullif(p_value #>> '{}', ''), 80), 'none') end
$$;

-- Trigger: changed settings, each with its value before and after.
create function private.log_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  unlogged text[] := array['id', 'version', 'created_at', 'updated_at'];
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) - unlogged else '{}' end;
  after jsonb := to_jsonb(new) - unlogged;
  note text;
begin
  if before = after then return null; end if;
  -- Fonts have ids, which say nothing; the address of the hook is a secret, its host is not.
  select string_agg(case
      when tg_table_name = 'global_styles' then replace(replace(key, '_id', ''), '_', ' ')
      when key = 'deploy_hook_url' then 'new address'
      else replace(key, '_', ' ') || ': ' || case when before ? key then private.audit_value(before -> key) || ' → ' else '' end
        || private.audit_value(value) end, ', ' order by key)
  into note
  from jsonb_each(after) where value is distinct from before -> key;
  perform private.add_audit_entry('settings', tg_table_name, new.id::text, case tg_table_name
    when 'site_settings' then 'Settings' when 'deploy_settings' then 'Deploy hook' else 'Global styles' end, note);
  return null;
end $$;

-- Exports, and the screen --------------------------------------------------------------------------------------------

-- Called by the admin before it hands out a file; without the entry there is no file.
create function public.log_export(p_what text, p_rows integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors export' using errcode = '42501';
  end if;
  perform private.add_audit_entry('export', null, null, left(trim(p_what), 120),
    format('%s %s', p_rows, case p_rows when 1 then 'row' else 'rows' end));
end $$;
grant execute on function public.log_export(text, integer) to authenticated;

-- The staff who have entries in the log, by their latest name, for its filter.
create function public.get_audit_actors() returns table (id uuid, name text)
language sql stable security invoker set search_path = ''
as $$
  select distinct on (l.actor_id) l.actor_id, coalesce(p.full_name, p.email, l.actor_name)
  from public.audit_log l left join public.profiles p on p.id = l.actor_id
  where l.actor_id is not null order by l.actor_id, l.id desc
$$;
grant execute on function public.get_audit_actors() to authenticated;

-- supabase/schemas/settings.sql ======================================================================================

-- Settings of the whole magazine. Each table holds one row at most.

create table public.site_settings (
  id uuid primary key default gen_random_uuid(),
  site_name text not null default 'Mantel' check (char_length(trim(site_name)) between 1 and 120),
  tagline text not null default 'love where you live.' check (char_length(tagline) <= 200),
  social_label text not null default 'Instagram' check (char_length(social_label) <= 60),
  social_url text check (social_url is null or social_url ~ '^https://' and char_length(social_url) <= 500),
  newsletter_enabled boolean not null default true,
  contact_enabled boolean not null default true,
  -- Shown to readers while the contact form is off.
  contact_email text check (contact_email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(contact_email) <= 320),
  sign_up_open boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- Whether a sign-up for the newsletter is pending until the link in a mail is opened.
  newsletter_confirm boolean not null default true,
  -- Of new passwords. The forms, create-user and the local auth server enforce it; on a hosted project the auth server has
  -- a setting of its own.
  min_password_length integer not null default 6 check (min_password_length between 6 and 32),
  -- Of super admins (second_factor.sql).
  require_second_factor boolean not null default false
);
create unique index site_settings_single_idx on public.site_settings ((true));

alter table public.site_settings enable row level security;
grant select on public.site_settings to anon;
grant select, insert, update on public.site_settings to authenticated;
create policy "everyone reads site settings" on public.site_settings for select to anon, authenticated using (true);
create policy "super admins add site settings" on public.site_settings for insert to authenticated
with check ((select public.has_role('super_admin')));
create policy "super admins change site settings" on public.site_settings for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));

-- Trigger of both tables: each change raises the version. A client updates `where version = …`; no row changed means a
-- conflict.
create function private.before_settings_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.id := old.id;
  new.updated_at := old.updated_at;
  new.version := old.version;
  if to_jsonb(new) - 'hook_host' <> to_jsonb(old) - 'hook_host' then
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger before_settings_update before update on public.site_settings
for each row execute function private.before_settings_update();
create trigger guard_second_factor_insert before insert on public.site_settings
for each row when (new.require_second_factor) execute function private.guard_second_factor_setting();
create trigger guard_second_factor_update before update of require_second_factor on public.site_settings
for each row when (new.require_second_factor and not old.require_second_factor)
execute function private.guard_second_factor_setting();
create trigger public_row_changed after insert or update or delete on public.site_settings
for each row execute function private.public_row_changed();
create trigger log_settings after insert or update on public.site_settings
for each row execute function private.log_settings();

-- Trigger of the tables that forms of visitors fill: refuses what they send while the form is switched off, also through
-- the edge function submit-form, which uses the secret key and names the reader's address. Arguments: the column of the
-- switch, the error's text.
create function private.require_form_enabled() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare settings jsonb;
begin
  if private.is_service() and private.request_headers() ->> 'x-reader-address' is null
     or public.has_role('super_admin', 'editor') then return new; end if;
  select to_jsonb(s) into settings from public.site_settings s;
  if not coalesce((settings ->> tg_argv[0])::boolean, true) then
    raise exception '%', tg_argv[1] using errcode = '42501';
  end if;
  return new;
end $$;

-- The build hook of a static host. Its address is a secret (it starts builds), so it is written and never read back;
-- hook_host tells whether one is set, and at which host.
create table public.deploy_settings (
  id uuid primary key default gen_random_uuid(),
  deploy_hook_url text check (deploy_hook_url ~ '^https://' and char_length(deploy_hook_url) <= 1000),
  hook_host text generated always as (substring(deploy_hook_url from '^https://(?:[^/?#@]*@)?([^/?#:@]+)')) stored,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create unique index deploy_settings_single_idx on public.deploy_settings ((true));

alter table public.deploy_settings enable row level security;
grant select (id, hook_host, updated_at, version) on public.deploy_settings to authenticated;
grant insert, update on public.deploy_settings to authenticated;
create policy "super admins read deploy settings" on public.deploy_settings for select to authenticated
using ((select public.has_role('super_admin')));
create policy "super admins add deploy settings" on public.deploy_settings for insert to authenticated
with check ((select public.has_role('super_admin')));
create policy "super admins change deploy settings" on public.deploy_settings for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));

create trigger before_settings_update before update on public.deploy_settings
for each row execute function private.before_settings_update();
create trigger log_settings after insert or update on public.deploy_settings
for each row execute function private.log_settings();
create trigger after_build_hook_change after update of deploy_hook_url on public.deploy_settings
for each row when (new.deploy_hook_url is distinct from old.deploy_hook_url)
execute function private.after_build_hook_change();

-- supabase/schemas/media.sql =========================================================================================

-- The media library: the files, the focus of pictures, and which texts name which files.

-- Whether an array is a focus: percent of the picture's width and height, from the left and from the top.
create function private.is_focus(p_focus smallint[]) returns boolean
language sql immutable set search_path = ''
as $$
  select array_ndims(p_focus) = 1 and cardinality(p_focus) = 2 and array_position(p_focus, null) is null
    and 0 <= all (p_focus) and 100 >= all (p_focus)
$$;
grant execute on function private.is_focus(smallint[]) to authenticated, service_role;

create table public.media (
  id uuid primary key default gen_random_uuid(),
  filename text not null check (char_length(filename) <= 500),
  original_filename text not null check (char_length(original_filename) <= 500),
  mime_type text not null check (char_length(mime_type) <= 200),
  size_bytes bigint not null check (size_bytes between 0 and 52428800),
  uploaded_by uuid references public.profiles (id) on delete set null,
  storage_path text not null unique check (char_length(storage_path) <= 1000),
  -- Pictures only. Derived from storage_path, so that a list that knows only a picture's address can show the thumbnail.
  thumbnail_path text unique check (thumbnail_path = regexp_replace(storage_path, '\.[^./]*$', '') || '-thumb.webp'),
  alt_text text check (char_length(alt_text) <= 1000),
  caption text check (char_length(caption) <= 2000),
  width integer check (width > 0),
  height integer check (height > 0),
  created_at timestamptz not null default now(),
  -- The point that stays in sight wherever the picture is cropped. Null means the middle.
  focus smallint[] check (private.is_focus(focus)),
  -- A path inside the bucket, without segments that lead out of it: the publisher fetches what it names.
  constraint media_storage_path_is_in_bucket_check check (
    storage_path ~ '^[^/\\?#%\u0001-\u001f\u007f]+(/[^/\\?#%\u0001-\u001f\u007f]+)*$'
    and storage_path !~ '(^|/)\.\.?(/|$)')
);
create index media_created_idx on public.media (created_at desc);
create index media_filename_trgm_idx on public.media using gin (original_filename extensions.gin_trgm_ops);
create index media_alt_text_trgm_idx on public.media using gin (alt_text extensions.gin_trgm_ops);
create index media_caption_trgm_idx on public.media using gin (caption extensions.gin_trgm_ops);
create index media_uploaded_by_idx on public.media (uploaded_by);

alter table public.media enable row level security;
grant select (id, filename, mime_type, size_bytes, storage_path, alt_text, caption, width, height, created_at, focus)
on public.media to anon;
grant select, insert, update, delete on public.media to authenticated;
create policy "everyone sees media" on public.media for select to anon, authenticated using (true);
create policy "writers upload media" on public.media for insert to authenticated
with check ((select public.has_role('super_admin', 'editor', 'contributor')) and uploaded_by = (select auth.uid()));
create policy "writers describe their media" on public.media for update to authenticated
using ((select public.has_role('super_admin', 'editor'))
       or ((select public.has_role('contributor')) and uploaded_by = (select auth.uid())))
with check ((select public.has_role('super_admin', 'editor'))
            or ((select public.has_role('contributor')) and uploaded_by = (select auth.uid())));
create policy "editors delete media" on public.media for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

-- The description of a file belongs to its uploader: with the path of another file, one of the site itself among them, a
-- new row would describe a picture that readers see.
create function private.before_media_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_service() and new.uploaded_by = auth.uid()
     and split_part(new.storage_path, '/', 1) <> auth.uid()::text then
    raise exception 'Only files that you have uploaded yourself can be added to the library' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger before_media_insert before insert on public.media
for each row execute function private.before_media_insert();

-- An update changes the description of a file, never the file itself or its uploader, who becomes null when the account
-- is deleted.
create function private.before_media_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_service() then return new; end if;
  new.id := old.id;
  new.created_at := old.created_at;
  new.storage_path := old.storage_path;
  new.thumbnail_path := old.thumbnail_path;
  new.filename := old.filename;
  new.mime_type := old.mime_type;
  new.size_bytes := old.size_bytes;
  new.uploaded_by := old.uploaded_by;
  return new;
end $$;
create trigger before_media_update before update on public.media
for each row execute function private.before_media_update();
create trigger public_row_changed after insert or update or delete on public.media
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.media
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- The number of files of a kind whose texts match a pattern, and their total size.
create function public.media_totals(p_kind text default 'all', p_pattern text default '%')
returns table (files bigint, bytes bigint)
language sql stable security invoker set search_path = ''
as $$
  select count(*), coalesce(sum(m.size_bytes), 0)::bigint
  from public.media m
  where (p_pattern = '%' or m.original_filename ilike p_pattern or m.alt_text ilike p_pattern or m.caption ilike p_pattern)
    and case p_kind
      when 'images' then m.mime_type like 'image/%'
      when 'videos' then m.mime_type like 'video/%'
      when 'documents' then m.mime_type not like all (array['image/%', 'video/%', 'audio/%'])
      else true end
$$;
grant execute on function public.media_totals(text, text) to authenticated;

-- What the publisher finds to be the focus of a picture. Apart from media, so that a proposal publishes nothing.
create table public.media_focus_proposals (
  media_id uuid primary key references public.media (id) on delete cascade,
  focus smallint[] not null check (private.is_focus(focus))
);
alter table public.media_focus_proposals enable row level security;
grant select on public.media_focus_proposals to authenticated;
create policy "writers see focus proposals" on public.media_focus_proposals for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

-- The pictures without a proposal, newest first. For the publisher, with the secret key only.
create function public.list_media_without_focus_proposal(p_take integer default 100)
returns table (id uuid, storage_path text, thumbnail_path text)
language sql stable security invoker set search_path = ''
as $$
  select m.id, m.storage_path, m.thumbnail_path
  from public.media m
  where m.mime_type in ('image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/tiff')
    and not exists (select 1 from public.media_focus_proposals p where p.media_id = m.id)
  order by m.created_at desc, m.id
  limit p_take
$$;

-- References: which texts name which files, so that the use of a file is found without reading every text ------------

-- The names of files in a text: what follows a slash, up to a sign that ends it in an address (a blank is one, as is
-- the percent sign that stands for it) and without a further slash. A longer name is cut.
create function private.file_names(p_text text) returns setof text
language sql immutable set search_path = ''
as $$
  select distinct left(found[1], 200)
  from regexp_matches(p_text, '(?<!<)/([^][:space:]/"''<>()\\?#&,;%]+)(?![^][:space:]"''<>()\\?#&,;%])', 'g') as found
$$;

-- For each row of a table that names files, the names it holds. Two files may have the same name in different folders:
-- what is found here is compared with the whole path (media_usage).
create table private.media_references (
  file_name text not null,
  table_name text not null,
  row_id uuid not null,
  primary key (table_name, row_id, file_name)
);
create index media_references_file_name_idx on private.media_references (file_name, table_name);
alter table private.media_references enable row level security;

-- Trigger of tables whose texts name files. Argument: the column with the id of the row. The table's name as text:
-- tg_table_name has the collation "C", with which no index of media_references can be used.
create function private.update_media_references() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_table text := tg_table_name;
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  names text[];
begin
  if tg_op = 'UPDATE' and old_row - array['updated_at', 'version'] = new_row - array['updated_at', 'version'] then
    return null;
  end if;
  names := array(select private.file_names(new_row::text));
  delete from private.media_references
  where table_name = owner_table and row_id = (old_row ->> tg_argv[0])::uuid and file_name <> all (names);
  insert into private.media_references (table_name, row_id, file_name)
  select owner_table, (new_row ->> tg_argv[0])::uuid, n from unnest(names) n on conflict do nothing;
  return null;
end $$;

-- The rows of a table that hold a file's name.
create function private.rows_naming_file(p_media uuid, p_table text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select r.row_id
  from public.media m cross join private.file_names('/' || substring(m.storage_path from '[^/]*$')) n
  join private.media_references r on r.file_name = n and r.table_name = p_table
  where m.id = p_media
$$;
grant execute on function private.rows_naming_file(uuid, text) to authenticated, service_role;

-- supabase/schemas/authors.sql =======================================================================================

-- The author profiles that readers see. One may belong to an account.

create table public.author_profiles (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid unique references public.profiles (id) on delete set null,
  name text not null check (char_length(trim(name)) between 1 and 200),
  email text check (char_length(email) <= 320),
  role text check (char_length(role) <= 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  bio text check (char_length(bio) <= 4000),
  image_url text check (char_length(image_url) <= 2000),
  social_links jsonb not null default '{}' check (jsonb_typeof(social_links) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index author_profiles_created_idx on public.author_profiles (created_at desc);
create index author_profiles_name_key on public.author_profiles (private.name_key(name));

alter table public.author_profiles enable row level security;
grant select, insert, update, delete on public.author_profiles to authenticated;
create policy "editors read author profiles" on public.author_profiles for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors add author profiles" on public.author_profiles for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change author profiles" on public.author_profiles for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove author profiles" on public.author_profiles for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

-- An author without a slug gets one made from the name, with a number when it is taken.
create function private.fill_author_slug() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare base text; candidate text; n int := 1;
begin
  new.updated_at := now();
  if coalesce(new.slug, '') <> '' then return new; end if;
  base := coalesce(nullif(public.slugify(new.name), ''), 'author');
  candidate := base;
  while exists (select 1 from public.author_profiles where slug = candidate and id <> new.id) loop
    n := n + 1;
    candidate := base || '-' || n;
  end loop;
  new.slug := candidate;
  return new;
end $$;
create trigger fill_author_slug before insert or update on public.author_profiles
for each row execute function private.fill_author_slug();
create trigger guard_name before insert or update of name on public.author_profiles
for each row execute function private.guard_name();
create trigger check_social_link_limits before insert or update of social_links on public.author_profiles
for each row execute function private.check_json_limits('social_links', 'Social links', '10000');
create trigger public_row_changed after insert or update or delete on public.author_profiles
for each row execute function private.public_row_changed();
create trigger update_media_references after insert or update or delete on public.author_profiles
for each row execute function private.update_media_references('id');
create trigger log_delete after delete on public.author_profiles
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- The columns of author profiles that readers may see.
create function public.get_public_author_profiles()
returns table (id uuid, slug text, name text, role text, bio text, image_url text, email text,
               created_at timestamptz, social_links jsonb, profile_id uuid)
language sql stable security definer set search_path = ''
as $$
  select a.id, a.slug, a.name, a.role, a.bio, a.image_url, a.email, a.created_at, a.social_links, a.profile_id
  from public.author_profiles a order by a.name, a.id
$$;
grant execute on function public.get_public_author_profiles() to anon, authenticated;

-- supabase/schemas/categories_and_tags.sql ===========================================================================

-- Categories and tags of articles, and merging two tags.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(trim(name)) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 160),
  description text check (char_length(description) <= 2000),
  color text not null default '#6366f1' check (color ~ '^#[0-9a-fA-F]{6}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.categories enable row level security;
grant select on public.categories to anon, authenticated;
grant insert, update, delete on public.categories to authenticated;
create policy "everyone reads categories" on public.categories for select to anon, authenticated using (true);
create policy "editors add categories" on public.categories for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change categories" on public.categories for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove categories" on public.categories for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

create trigger set_updated_at before update on public.categories
for each row execute function private.set_updated_at();
create trigger public_row_changed after insert or update or delete on public.categories
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.categories
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

create table public.tags (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(trim(name)) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 160),
  created_at timestamptz not null default now()
);
create index tags_name_trgm_idx on public.tags using gin (name extensions.gin_trgm_ops);
create index tags_created_idx on public.tags (created_at desc, id);

alter table public.tags enable row level security;
grant select on public.tags to anon, authenticated;
grant insert, update, delete on public.tags to authenticated;
create policy "everyone reads tags" on public.tags for select to anon, authenticated using (true);
create policy "writers add tags" on public.tags for insert to authenticated
with check ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers change tags" on public.tags for update to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')))
with check ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers remove tags" on public.tags for delete to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

create trigger public_row_changed after insert or update or delete on public.tags
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.tags
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Merging tags -------------------------------------------------------------------------------------------------------

-- Which tag took the place of one that was merged: an open editor may still name the old one.
create table private.merged_tags (
  from_id uuid primary key,
  into_id uuid not null references public.tags (id) on delete cascade
);
create index merged_tags_into_idx on private.merged_tags (into_id);
alter table private.merged_tags enable row level security;

/* Gives the articles and templates of one tag to another, leads its addresses to the other's page, and deletes it. The
   policies would let contributors move the tag of their own articles only; who may delete a tag may also merge it. */
create function public.merge_tags(p_from uuid, p_into uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare from_slug text;
begin
  if not public.has_role('super_admin', 'editor', 'contributor') then
    raise exception 'You are not allowed to merge tags' using errcode = '42501';
  end if;
  if p_from = p_into then
    raise exception 'A tag cannot be merged into itself' using errcode = '23514';
  end if;
  -- Locked, in an order that all callers share: merging both ways at once would delete both.
  perform from public.tags where id in (p_from, p_into) order by id for update;
  if not exists (select 1 from public.tags where id = p_into) then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.article_tags (article_id, tag_id)
  select t.article_id, p_into from public.article_tags t where t.tag_id = p_from on conflict do nothing;
  insert into public.article_template_tags (template_id, tag_id)
  select t.template_id, p_into from public.article_template_tags t where t.tag_id = p_from on conflict do nothing;
  update public.article_working_copies set data = replace(data::text, p_from::text, p_into::text)::jsonb
  where data::text like '%' || p_from || '%';
  update public.slug_redirects set tag_id = p_into where tag_id = p_from;
  update private.merged_tags set into_id = p_into where into_id = p_from;
  insert into private.merged_tags (from_id, into_id) values (p_from, p_into);
  delete from public.tags where id = p_from returning slug into from_slug;
  if from_slug is null then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.slug_redirects (kind, old_slug, tag_id) values ('tag', from_slug, p_into);
end $$;
grant execute on function public.merge_tags(uuid, uuid) to authenticated;

-- Trigger of the tags of articles and templates: a tag that was merged meanwhile is stored as the other one. One that was
-- deleted is left out, like a deleted category.
create function private.resolve_tag() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.tag_id := coalesce((select m.into_id from private.merged_tags m where m.from_id = new.tag_id), new.tag_id);
  if exists (select 1 from public.tags where id = new.tag_id) then return new; end if;
  return null;
end $$;

-- Trigger: a row that names a category that was deleted meanwhile is stored without one.
create function private.forget_deleted_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.categories where id = new.category_id) then new.category_id := null; end if;
  return new;
end $$;

-- supabase/schemas/articles.sql ======================================================================================

-- Articles and their tags: who may read and write them, and the rules that hold for every write.

create table public.articles (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(trim(title)) between 1 and 300),
  title_emphasis text check (char_length(title_emphasis) <= 300),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 320),
  content jsonb not null default '{"html": ""}',
  excerpt text check (char_length(excerpt) <= 2000),
  status text not null default 'draft' check (status in ('draft', 'review', 'published', 'archived')),
  featured boolean not null default false,
  hero boolean not null default false,
  featured_image text check (char_length(featured_image) <= 2000),
  gallery text[] not null default '{}',
  read_time integer check (read_time between 1 and 600),
  category_id uuid references public.categories (id) on delete set null,
  author_id uuid references public.profiles (id) on delete set null,
  meta_title text check (char_length(meta_title) <= 60),
  meta_description text check (char_length(meta_description) <= 160),
  meta_keywords text[] not null default '{}',
  -- A date without end would be an event of the outbox that no publisher can wait for.
  published_at timestamptz constraint articles_published_at_finite check (isfinite(published_at)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz,
  -- An optional line under the title.
  standfirst text check (char_length(standfirst) <= 300)
);
create unique index articles_one_hero_idx on public.articles (hero) where hero;
create index articles_updated_idx on public.articles (updated_at desc);
create index articles_created_idx on public.articles (created_at desc);
create index articles_category_idx on public.articles (category_id, published_at desc);
create index articles_author_idx on public.articles (author_id, published_at desc);
create index articles_published_idx on public.articles (published_at desc, id)
where status = 'published' and deleted_at is null;
create index articles_deleted_idx on public.articles (deleted_at) where deleted_at is not null;
-- For the readers' search (search.sql): an index for each order that they can choose; newest and oldest first share
-- articles_published_idx.
create index articles_by_title_idx on public.articles (title, id) include (published_at)
where status = 'published' and deleted_at is null;
create index articles_by_read_time_idx on public.articles (coalesce(read_time, 5), published_at desc, id)
where status = 'published' and deleted_at is null;
create index articles_title_trgm_idx on public.articles using gin (title extensions.gin_trgm_ops);
create index articles_excerpt_trgm_idx on public.articles using gin (excerpt extensions.gin_trgm_ops);

alter table public.articles enable row level security;
grant select on public.articles to anon, authenticated;
grant insert, update, delete on public.articles to authenticated;
create policy "the public reads what is out" on public.articles for select to anon, authenticated
using (status = 'published' and published_at <= now() and deleted_at is null);
create policy "writers read all articles" on public.articles for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor'))
       and (deleted_at is null or (select public.has_role('super_admin', 'editor'))));
create policy "contributors start their own drafts" on public.articles for insert to authenticated
with check ((select public.has_role('contributor')) and author_id = (select auth.uid())
            and status in ('draft', 'review') and not featured and not hero and deleted_at is null);
create policy "editors add articles" on public.articles for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "contributors change their own drafts" on public.articles for update to authenticated
using ((select public.has_role('contributor')) and author_id = (select auth.uid())
       and status in ('draft', 'review') and deleted_at is null)
with check ((select public.has_role('contributor')) and author_id = (select auth.uid())
            and status in ('draft', 'review') and not featured and not hero and deleted_at is null);
create policy "editors change articles" on public.articles for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins delete articles" on public.articles for delete to authenticated
using ((select public.has_role('super_admin')));

create policy "people with visible articles" on public.profiles for select to anon
using (exists (select 1 from public.articles a where a.author_id = profiles.id));

-- Rules of every write. Triggers fire by name: before_article_author, before_article_write, check_…, guard_byline.

-- An author whose account was deleted meanwhile is left out. Before before_article_write, which takes what changes the row
-- for a new version.
create function private.forget_deleted_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.profiles where id = new.author_id) then new.author_id := null; end if;
  return new;
end $$;
create trigger before_article_author before insert or update of author_id on public.articles
for each row execute function private.forget_deleted_author();

-- Sets what no client may choose: version, publish date and trash date. Keeps one hero at most.
create function private.before_article_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An open editor, a working copy or an old revision may still name a category that was deleted meanwhile. The article
  -- is then saved without one, as the articles that were not open lost theirs.
  if not exists (select 1 from public.categories where id = new.category_id) then new.category_id := null; end if;
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, now());
  else
    new.published_at := null;
    new.hero := false;
  end if;
  if new.deleted_at is not null then new.hero := false; end if;
  if tg_op = 'UPDATE' then
    -- By the database's clock: a wrong one in the browser would empty the trash too soon.
    if new.deleted_at is not null and not private.is_service() then
      new.deleted_at := coalesce(old.deleted_at, now());
    end if;
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := old.updated_at;
    new.version := old.version;
    -- A write that changes nothing keeps version and updated_at, which readers see. New tags are a change of the article
    -- although they are stored in another table: save_article announces them by this setting.
    if to_jsonb(new) <> to_jsonb(old) or current_setting('mantel.tags_change', true) = new.id::text then
      new.updated_at := now();
      new.version := old.version + 1;
    end if;
    if new.deleted_at is distinct from old.deleted_at and auth.uid() is not null
       and not public.has_role('super_admin') then
      raise exception 'Only a super admin can delete or restore an article' using errcode = '42501';
    end if;
  else
    new.version := 1;
    if not private.is_service() then
      new.created_at := now();
      new.updated_at := now();
      new.deleted_at := null;
    end if;
  end if;
  if new.hero and (tg_op = 'INSERT' or not old.hero) then
    perform pg_advisory_xact_lock(hashtext('mantel.hero'));
    update public.articles set hero = false where hero and id <> new.id;
  end if;
  return new;
end $$;
create trigger before_article_write before insert or update on public.articles
for each row execute function private.before_article_write();

create trigger check_content_limits before insert or update of content on public.articles
for each row execute function private.check_json_limits('content', 'Content', '1000000');
create trigger check_gallery_limits before insert or update of gallery on public.articles
for each row execute function private.check_list_limits('gallery', 'Gallery', '200', '200000');
create trigger check_keyword_limits before insert or update of meta_keywords on public.articles
for each row execute function private.check_list_limits('meta_keywords', 'Meta Keywords', '100', '20000');
create trigger check_slug_length before insert or update of slug on public.articles
for each row execute function private.check_slug_length('URL slug');

-- A story is not published under the name of an author before an editor has confirmed that it is the account's.
create function private.guard_byline() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare writer public.profiles;
begin
  -- Others than editors are refused by the policies.
  if private.is_service() or not public.has_role('super_admin', 'editor')
     or new.status <> 'published' or new.deleted_at is not null
     or tg_op = 'UPDATE' and old.status = 'published' and old.deleted_at is null and old.author_id is not distinct from new.author_id
  then return new; end if;
  -- The lock makes a change of the name that is under way end first, or find the story published.
  select * into writer from public.profiles where id = new.author_id for share;
  if not writer.name_confirmed and private.is_name_of_another(writer.full_name, writer.id) then
    raise exception '“%” is the name of an author. Confirm under Authors that it is also the name of this account, or choose another author.',
      writer.full_name using errcode = '23514';
  end if;
  return new;
end $$;
create trigger guard_byline before insert or update of status, author_id, deleted_at on public.articles
for each row execute function private.guard_byline();

create trigger article_changed after insert or update or delete on public.articles
for each row execute function private.article_changed();
create trigger update_media_references after insert or update or delete on public.articles
for each row execute function private.update_media_references('id');
create trigger log_publish after insert or update on public.articles
for each row when (pg_trigger_depth() = 0) execute function private.log_publish();
create trigger log_delete after delete on public.articles
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Deletes articles that were in the trash for 30 days. Runs when an article goes to the trash and at each build.
create function private.purge_trash() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.articles where deleted_at < now() - interval '30 days';
  return null;
end $$;
create trigger purge_trash after update of deleted_at on public.articles
for each statement execute function private.purge_trash();
create trigger purge_trash after insert on public.builds for each statement execute function private.purge_trash();

-- Tags of articles ---------------------------------------------------------------------------------------------------

create table public.article_tags (
  article_id uuid not null references public.articles (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  primary key (article_id, tag_id)
);
create index article_tags_tag_idx on public.article_tags (tag_id);

-- Whether the caller may write this article, and so its tags and its working copy.
create function public.can_write_article(p_article uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.has_role('super_admin', 'editor')
    or (public.has_role('contributor') and exists (
      select 1 from public.articles a where a.id = p_article and a.author_id = auth.uid()
      and a.status in ('draft', 'review') and a.deleted_at is null))
$$;
grant execute on function public.can_write_article(uuid) to authenticated;

alter table public.article_tags enable row level security;
grant select on public.article_tags to anon, authenticated;
grant insert, delete on public.article_tags to authenticated;
create policy "tags of visible articles" on public.article_tags for select to anon, authenticated
using (exists (select 1 from public.articles a where a.id = article_id));
create policy "writers tag their articles" on public.article_tags for insert to authenticated
with check (public.can_write_article(article_id));
create policy "writers untag their articles" on public.article_tags for delete to authenticated
using (public.can_write_article(article_id));

create trigger resolve_tag before insert on public.article_tags
for each row execute function private.resolve_tag();

-- Adds the article to the outbox.
create function private.article_tags_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare a public.articles;
begin
  select * into a from public.articles where id = coalesce(new.article_id, old.article_id);
  if a.status = 'published' and a.deleted_at is null then
    perform private.enqueue('articles', a.id::text, a.published_at);
  end if;
  return null;
end $$;
create trigger article_tags_changed after insert or update or delete on public.article_tags
for each row execute function private.article_tags_changed();

-- Saving -------------------------------------------------------------------------------------------------------------

insert into private.saved_columns select 'public.articles', unnest(array[
  'title', 'title_emphasis', 'standfirst', 'slug', 'content', 'excerpt', 'status', 'featured', 'featured_image', 'gallery',
  'read_time', 'category_id', 'author_id', 'meta_title', 'meta_description', 'meta_keywords', 'published_at']);

/* Saves an article with its tags and deletes its working copy, in one transaction. p_id null creates. Otherwise p_version
   must be the version the writer started from and, when the article is published, p_copy_version that of the working
   copy (null: there is none); or nothing changes and PT409 is raised. Fields absent from p_article stay as they are.
   Runs as the caller: the policies decide. */
create function public.save_article(
  p_id uuid, p_version integer, p_article jsonb, p_tags uuid[] default null, p_copy_version integer default null)
returns public.articles
language plpgsql security invoker set search_path = ''
as $$
declare saved public.articles; was_published boolean; tags_change boolean; copy_version integer;
begin
  select a.status = 'published' into was_published from public.articles a where a.id = p_id;
  tags_change := p_id is not null and p_tags is not null
    and array(select t.tag_id from public.article_tags t where t.article_id = p_id order by 1)
      is distinct from array(select distinct t from unnest(p_tags) t order by 1);
  perform set_config('mantel.tags_change', case when tags_change then p_id::text else '' end, true);
  saved := private.save_row(null::public.articles, 'article', p_id, p_version, p_article);
  perform set_config('mantel.tags_change', '', true);

  if p_id is not null then
    perform set_config('mantel.publishing_copy', p_id::text, true);
    delete from public.article_working_copies where article_id = p_id returning version into copy_version;
    perform set_config('mantel.publishing_copy', '', true);
    if was_published and copy_version is distinct from p_copy_version then
      raise exception 'This article was saved by someone else in the meantime' using errcode = 'PT409';
    end if;
  end if;

  if p_tags is not null then
    delete from public.article_tags where article_id = saved.id and tag_id <> all (p_tags);
    insert into public.article_tags (article_id, tag_id)
    select saved.id, t from unnest(p_tags) t on conflict do nothing;
  end if;
  return saved;
end $$;
grant execute on function public.save_article(uuid, integer, jsonb, uuid[], integer) to authenticated;

-- Whether another article has this slug, including articles in the trash, which most of the staff cannot read. Answers
-- only yes or no, and only to writers.
create function public.slug_taken(p_slug text, p_article uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.has_role('super_admin', 'editor', 'contributor')
    and exists (select 1 from public.articles a where a.slug = p_slug and a.id is distinct from p_article)
$$;
grant execute on function public.slug_taken(text, uuid) to authenticated;

-- Names of article authors for callers who may not read profiles: the authors of the articles the caller may read.
create function public.get_author_names() returns table (id uuid, full_name text)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.full_name from public.profiles p
  where exists (select 1 from public.articles a where a.author_id = p.id and (
    (a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
    or public.has_role('super_admin', 'editor', 'contributor')))
  order by p.full_name, p.id
$$;
grant execute on function public.get_author_names() to anon, authenticated;

-- supabase/schemas/working_copies.sql ================================================================================

-- Unpublished edits to a published article. They wait here until Update; readers never see this table.

-- `data` holds what the editor shows (`form`, and `base`, the text it was begun from) and `patch`: the article's columns
-- and tag_ids as they would be saved. Only `patch` is read in SQL.
create table public.article_working_copies (
  article_id uuid primary key references public.articles (id) on delete cascade,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  base_version integer not null,
  version integer not null default 1,
  updated_by uuid references public.profiles (id) on delete set null,
  updated_at timestamptz not null default now()
);
create index article_working_copies_updated_by_idx on public.article_working_copies (updated_by);

alter table public.article_working_copies enable row level security;
grant select, insert, update, delete on public.article_working_copies to authenticated;
create policy "working copies of own articles" on public.article_working_copies for select to authenticated
using (public.can_write_article(article_id));
create policy "start a working copy" on public.article_working_copies for insert to authenticated
with check (public.can_write_article(article_id));
create policy "change a working copy" on public.article_working_copies for update to authenticated
using (public.can_write_article(article_id)) with check (public.can_write_article(article_id));
create policy "drop a working copy" on public.article_working_copies for delete to authenticated
using (public.can_write_article(article_id));

-- Sets what no client may choose: the version, the writer and the time.
create function private.before_working_copy_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.updated_at := now();
  new.updated_by := (select p.id from public.profiles p where p.id = auth.uid());
  new.version := case tg_op when 'INSERT' then 1 else old.version + 1 end;
  return new;
end $$;
create trigger before_working_copy_write before insert or update on public.article_working_copies
for each row execute function private.before_working_copy_write();
-- A working copy holds the text up to three times: the form, what it was begun from, and the patch.
create trigger check_content_limits before insert or update of data on public.article_working_copies
for each row execute function private.check_json_limits('data', 'Content', '4000000');
create trigger update_media_references after insert or update or delete on public.article_working_copies
for each row execute function private.update_media_references('article_id');

-- supabase/schemas/history.sql =======================================================================================

-- The history of articles: a revision for each save, and one for each working copy that was discarded.

create table public.article_revisions (
  id bigint generated always as identity primary key,
  article_id uuid not null references public.articles (id) on delete cascade,
  version integer not null,
  kind text not null default 'saved' check (kind in ('saved', 'working-copy')),
  data jsonb not null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index article_revisions_article_idx on public.article_revisions (article_id, id desc);
create index article_revisions_created_by_idx on public.article_revisions (created_by);

-- Readable by those who may read the article; discarded working copies by those who may write it.
alter table public.article_revisions enable row level security;
grant select on public.article_revisions to authenticated;
create policy "writers read revisions" on public.article_revisions for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor'))
       and exists (select 1 from public.articles a where a.id = article_id)
       and (kind = 'saved' or public.can_write_article(article_id)));

/* Thins the history of an article: every revision of the last 24 hours stays, and of the days before the last one of
   each day (in UTC) and kind, and each that was saved as published. Runs at the article's first revision of a day. */
create function private.thin_revisions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.article_revisions r where r.article_id = new.article_id and r.id <> new.id
             and r.created_at >= private.day_start(private.utc_day(now()))) then
    return null;
  end if;
  delete from public.article_revisions where id in (
    select r.id from (
      select v.id, v.created_at, v.kind = 'saved' and v.data ->> 'status' = 'published' as is_published,
        lead(v.id) over (partition by v.kind, private.utc_day(v.created_at) order by v.id) is null as is_last_of_day
      from public.article_revisions v where v.article_id = new.article_id) r
    where r.created_at < now() - interval '24 hours' and not r.is_last_of_day and not r.is_published);
  return null;
end $$;
create trigger thin_revisions after insert on public.article_revisions
for each row execute function private.thin_revisions();

-- The ids of an article's tags, in order.
create function private.article_tag_ids(p_article uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(array(select t.tag_id from public.article_tags t where t.article_id = p_article order by t.tag_id))
$$;

-- Keeps each save as a revision, unless nothing of the text has changed.
create function private.record_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  not_stored text[] := array['id', 'created_at', 'updated_at', 'version', 'hero', 'deleted_at'];
  -- Stored with each revision, but their change alone makes none: they say where and when a text appears.
  ignored text[] := not_stored || array['featured', 'read_time', 'published_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - ignored = to_jsonb(new) - ignored
     and coalesce(current_setting('mantel.tags_change', true), '') <> new.id::text then
    return null;
  end if;
  insert into public.article_revisions (article_id, version, data, created_by)
  values (new.id, new.version,
          to_jsonb(new) - not_stored || jsonb_build_object('tag_ids', private.article_tag_ids(new.id)),
          (select p.id from public.profiles p where p.id = auth.uid()));
  return null;
end $$;
create trigger record_revision after insert or update on public.articles
for each row execute function private.record_revision();

-- save_article writes the tags after the article: the newest revision then gets them.
create function private.add_tags_to_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.article_revisions r set data = r.data || jsonb_build_object('tag_ids', private.article_tag_ids(r.article_id))
  where r.id in (select max(v.id) from public.article_revisions v
                 where v.kind = 'saved' and v.article_id in (select c.article_id from changed c) group by v.article_id);
  return null;
end $$;
create trigger add_tags_to_revision_on_insert after insert on public.article_tags
referencing new table as changed for each statement execute function private.add_tags_to_revision();
create trigger add_tags_to_revision_on_delete after delete on public.article_tags
referencing old table as changed for each statement execute function private.add_tags_to_revision();

-- Keeps a discarded working copy as a revision: the article with the changes of the copy's patch. The caller's own copy
-- that save_article publishes is in the history as the article itself.
create function private.record_discarded_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare latest public.article_revisions; changes jsonb; discarded jsonb;
begin
  if current_setting('mantel.publishing_copy', true) = old.article_id::text
     and old.updated_by is not distinct from auth.uid()
     or not exists (select 1 from public.articles where id = old.article_id) then
    return null;
  end if;
  select * into latest from public.article_revisions
  where article_id = old.article_id and kind = 'saved' order by id desc limit 1;
  select jsonb_object_agg(c, old.data -> 'patch' -> c) into changes
  from (select s.column_name from private.saved_columns s where s.table_name = 'public.articles'
        union all select 'tag_ids') as saved_column (c)
  where old.data -> 'patch' ? c;
  discarded := latest.data || changes;
  -- Null for a copy without a patch.
  if discarded <> latest.data then
    insert into public.article_revisions (article_id, version, kind, data, created_by)
    values (old.article_id, latest.version, 'working-copy', discarded, old.updated_by);
  end if;
  return null;
end $$;
create trigger record_discarded_copy after delete on public.article_working_copies
for each row execute function private.record_discarded_copy();

/* The history of an article, newest first, 50 revisions at a time; p_before is the id of the last one already listed.
   The editor's auto-save leaves a revision every half minute: unless p_every, only the last one of a person in each
   quarter of an hour is listed. `changed` names the fields that differ from the revision listed before.
   Runs as the caller. */
create function public.list_article_revisions(p_article uuid, p_every boolean default false, p_before bigint default null)
returns table (id bigint, kind text, created_at timestamptz, created_by uuid, author_name text, status text, changed text[],
               is_first boolean)
language sql stable security invoker set search_path = ''
as $$
  with grouped as (
    select r.*,
      lead(r.id) over w is null
        or lead(r.kind) over w <> r.kind
        or r.created_by is null or lead(r.created_by) over w is distinct from r.created_by
        or lead(r.data ->> 'status') over w is distinct from r.data ->> 'status'
        or floor(extract(epoch from lead(r.created_at) over w) / 900) <> floor(extract(epoch from r.created_at) / 900)
        as is_last
    from public.article_revisions r where r.article_id = p_article
    window w as (order by r.id)
  ), listed as (
    select t.*, lag(t.data) over (order by t.id) as before from grouped t where p_every or t.is_last
  ), page as (
    select * from listed l where p_before is null or l.id < p_before order by l.id desc limit 50
  )
  select p.id, p.kind, p.created_at, p.created_by, a.full_name, p.data ->> 'status',
    array(select k from jsonb_object_keys(p.data) k
          where p.before is not null and (p.data -> k) is distinct from (p.before -> k) and k <> 'read_time' order by k),
    p.before is null
  from page p left join public.profiles a on a.id = p.created_by
  order by p.id desc
$$;
grant execute on function public.list_article_revisions(uuid, boolean, bigint) to authenticated;

-- supabase/schemas/pages.sql =========================================================================================

-- Static pages. A page below another has the path of its parent before its own slug.

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(trim(title)) between 1 and 300),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 320),
  content jsonb not null default '{"html": ""}',
  excerpt text check (char_length(excerpt) <= 2000),
  status text not null default 'draft' check (status in ('draft', 'review', 'published')),
  meta_title text check (char_length(meta_title) <= 200),
  meta_description text check (char_length(meta_description) <= 500),
  parent_id uuid references public.pages (id) on delete set null check (parent_id <> id),
  author_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index pages_address_idx on public.pages (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), slug);
create index pages_title_trgm_idx on public.pages using gin (title extensions.gin_trgm_ops);
create index pages_parent_idx on public.pages (parent_id);
create index pages_author_idx on public.pages (author_id);

alter table public.pages enable row level security;
grant select on public.pages to anon, authenticated;
grant insert, update, delete on public.pages to authenticated;
create policy "everyone reads published pages" on public.pages for select to anon, authenticated
using (status = 'published');
create policy "editors read pages" on public.pages for select to authenticated
using ((select public.has_role('super_admin', 'editor')));
create policy "editors add pages" on public.pages for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change pages" on public.pages for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove pages" on public.pages for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

-- Reserved slugs: those at the root that are the site's own addresses (RESERVED_PAGE_SLUGS in src/domain/slug.ts; a test
-- compares them).
create table private.reserved_page_slugs (slug text primary key);
alter table private.reserved_page_slugs enable row level security;
insert into private.reserved_page_slugs select unnest(array[
  'index', 'browse', 'article', 'author', 'authors', 'tag', 'design-journal', 'living-spaces', 'wellness-lifestyle',
  'entertainment-hosting', 'guides-tips', 'contact', 'subscription', 'auth', 'admin', '404', 'feed', 'rss', 'sitemap',
  'robots', 'og', 'team', 'uploads', 'fonts', 'media', 'images', 'lists', 'share', 'publish']);

-- Refuses a reserved slug and a page that would be its own parent, and sets what no client may choose.
create function private.before_page_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- `index` below any page: hosts serve the file index.html for the folder.
  if new.slug = 'index' or new.parent_id is null and exists (
    select 1 from private.reserved_page_slugs r where r.slug = new.slug) then
    raise exception 'The slug "%" is used by the site itself', new.slug using errcode = '23514';
  end if;
  -- The lock serialises moves: two at once could make a circle that neither of them sees.
  if new.parent_id is not null then perform pg_advisory_xact_lock(hashtext('mantel.page_parents')); end if;
  if new.parent_id is not null and exists (
    with recursive up (id, parent_id) as (
      select p.id, p.parent_id from public.pages p where p.id = new.parent_id
      union
      select p.id, p.parent_id from public.pages p join up on p.id = up.parent_id
    ) select 1 from up where id = new.id
  ) then
    raise exception 'A page cannot be its own parent' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger before_page_write before insert or update on public.pages
for each row execute function private.before_page_write();
create trigger check_content_limits before insert or update of content on public.pages
for each row execute function private.check_json_limits('content', 'Content', '1000000');
create trigger check_slug_length before insert or update of slug on public.pages
for each row execute function private.check_slug_length('Slug');
create trigger page_changed after insert or update or delete on public.pages
for each row execute function private.page_changed();
create trigger update_media_references after insert or update or delete on public.pages
for each row execute function private.update_media_references('id');
create trigger log_publish after insert or update on public.pages
for each row when (pg_trigger_depth() = 0) execute function private.log_publish();
create trigger log_delete after delete on public.pages
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

insert into private.saved_columns select 'public.pages', unnest(array[
  'title', 'slug', 'content', 'excerpt', 'status', 'meta_title', 'meta_description', 'parent_id', 'author_id']);

-- Saves a page as private.save_row does. Runs as the caller: the policies decide.
create function public.save_page(p_id uuid, p_version integer, p_page jsonb) returns public.pages
language sql security invoker set search_path = ''
as $$
  select * from private.save_row(null::public.pages, 'page', p_id, p_version, p_page)
$$;
grant execute on function public.save_page(uuid, integer, jsonb) to authenticated;

-- supabase/schemas/templates.sql =====================================================================================

-- Templates for new articles: writers use them, editors edit them.

create table public.article_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(trim(name)) between 1 and 120),
  description text check (char_length(description) <= 500),
  title_pattern text not null default '' check (char_length(title_pattern) <= 300),
  content jsonb not null default '{"html": ""}' check (jsonb_typeof(content) = 'object'),
  excerpt text check (char_length(excerpt) <= 2000),
  category_id uuid references public.categories (id) on delete set null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  standfirst text check (char_length(standfirst) <= 300)
);
create unique index article_templates_name_idx on public.article_templates (lower(trim(name)));
create index article_templates_category_idx on public.article_templates (category_id);
create index article_templates_created_by_idx on public.article_templates (created_by);

alter table public.article_templates enable row level security;
grant select, insert, update, delete on public.article_templates to authenticated;
create policy "writers read templates" on public.article_templates for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors add templates" on public.article_templates for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change templates" on public.article_templates for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove templates" on public.article_templates for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

-- Sets what no client may choose: version, creator and times.
create function private.before_template_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    -- Becomes null when the creator's account is deleted, and is otherwise never changed.
    if new.created_by is not null then new.created_by := old.created_by; end if;
    new.updated_at := now();
    new.version := old.version + 1;
  else
    new.version := 1;
    if not private.is_service() then
      new.created_by := auth.uid();
      new.created_at := now();
      new.updated_at := now();
    end if;
  end if;
  return new;
end $$;
create trigger before_template_write before insert or update on public.article_templates
for each row execute function private.before_template_write();
create trigger before_template_category before insert or update of category_id on public.article_templates
for each row execute function private.forget_deleted_category();
create trigger check_content_limits before insert or update of content on public.article_templates
for each row execute function private.check_json_limits('content', 'Content', '1000000');
create trigger update_media_references after insert or update or delete on public.article_templates
for each row execute function private.update_media_references('id');
create trigger log_delete after delete on public.article_templates
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

create table public.article_template_tags (
  template_id uuid not null references public.article_templates (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  primary key (template_id, tag_id)
);
create index article_template_tags_tag_idx on public.article_template_tags (tag_id);

alter table public.article_template_tags enable row level security;
grant select, insert, delete on public.article_template_tags to authenticated;
create policy "writers read tags of templates" on public.article_template_tags for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors tag templates" on public.article_template_tags for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors untag templates" on public.article_template_tags for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

create trigger resolve_tag before insert on public.article_template_tags
for each row execute function private.resolve_tag();

insert into private.saved_columns select 'public.article_templates', unnest(array[
  'name', 'description', 'title_pattern', 'standfirst', 'content', 'excerpt', 'category_id']);

-- Saves a template as private.save_row does, and its tags, in one transaction. Runs as the caller: the policies decide.
create function public.save_template(p_id uuid, p_version integer, p_template jsonb, p_tags uuid[])
returns public.article_templates
language plpgsql security invoker set search_path = ''
as $$
declare saved public.article_templates;
begin
  saved := private.save_row(null::public.article_templates, 'template', p_id, p_version, p_template);
  delete from public.article_template_tags where template_id = saved.id and tag_id <> all (p_tags);
  insert into public.article_template_tags (template_id, tag_id)
  select saved.id, t from unnest(p_tags) t on conflict do nothing;
  return saved;
end $$;
grant execute on function public.save_template(uuid, integer, jsonb, uuid[]) to authenticated;

-- supabase/schemas/fonts.sql =========================================================================================

-- Uploaded fonts, and which of them the site uses.

create table public.fonts (
  id uuid primary key default gen_random_uuid(),
  font_name text not null check (char_length(trim(font_name)) between 1 and 200),
  font_file_path text not null check (char_length(font_file_path) <= 2000),
  font_weight text not null default 'Normal'
    check (font_weight in ('Normal', 'Light', 'Medium', 'Semi-Bold', 'Bold', 'Extra-Bold')),
  font_style text not null default 'Regular' check (font_style in ('Regular', 'Italic', 'Oblique')),
  font_usage text[] not null default '{}' check (font_usage <@ array['Header', 'Body', 'Accent', 'Buttons']),
  mime_type text,
  file_size bigint,
  uploaded_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index fonts_uploaded_by_idx on public.fonts (uploaded_by);

alter table public.fonts enable row level security;
grant select (id, font_name, font_file_path, font_weight, font_style, font_usage, mime_type, file_size, created_at)
on public.fonts to anon;
grant select, insert, update, delete on public.fonts to authenticated;
create policy "everyone reads fonts" on public.fonts for select to anon, authenticated using (true);
create policy "editors add fonts" on public.fonts for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change fonts" on public.fonts for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove fonts" on public.fonts for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

create trigger public_row_changed after insert or update or delete on public.fonts
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.fonts
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Holds one row at most.
create table public.global_styles (
  id uuid primary key default gen_random_uuid(),
  primary_font_id uuid references public.fonts (id) on delete set null,
  secondary_font_id uuid references public.fonts (id) on delete set null,
  accent_font_id uuid references public.fonts (id) on delete set null,
  updated_at timestamptz not null default now()
);
create unique index global_styles_single_idx on public.global_styles ((true));
create index global_styles_primary_font_idx on public.global_styles (primary_font_id);
create index global_styles_secondary_font_idx on public.global_styles (secondary_font_id);
create index global_styles_accent_font_idx on public.global_styles (accent_font_id);

alter table public.global_styles enable row level security;
grant select on public.global_styles to anon;
grant select, insert, update on public.global_styles to authenticated;
create policy "everyone reads global styles" on public.global_styles for select to anon, authenticated using (true);
create policy "editors add global styles" on public.global_styles for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change global styles" on public.global_styles for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));

create trigger set_updated_at before update on public.global_styles
for each row execute function private.set_updated_at();
create trigger public_row_changed after insert or update or delete on public.global_styles
for each row execute function private.public_row_changed();
create trigger log_settings after insert or update on public.global_styles
for each row execute function private.log_settings();

-- supabase/schemas/media_usage.sql ===================================================================================

-- Where a file of the media library is used, and deleting one that is in use only on purpose.

-- Where a file is used, as far as the caller may see it: `places` are the parts of the article, page, template, author
-- or site that contain its address. A blank in the path is %20 in an address.
create function public.media_usage(p_media uuid)
returns table (kind text, id uuid, title text, status text, places text[])
language sql stable security invoker set search_path = ''
as $$
  with file as (
    select m.storage_path as path, replace(m.storage_path, ' ', '%20') as encoded from public.media m where m.id = p_media
  ),
  used as (
    select 'article' as kind, a.id, a.title, case when a.deleted_at is null then a.status else 'trash' end as status,
      array_remove(array[
        case when strpos(a.featured_image, f.path) + strpos(a.featured_image, f.encoded) > 0 then 'featured image' end,
        case when strpos(a.gallery::text, f.path) + strpos(a.gallery::text, f.encoded) > 0 then 'gallery' end,
        case when strpos(a.content::text, f.path) + strpos(a.content::text, f.encoded) > 0 then 'text' end,
        case when strpos(w.data::text, f.path) + strpos(w.data::text, f.encoded) > 0 then 'unpublished changes' end
      ], null) as places
    from file f cross join public.articles a left join public.article_working_copies w on w.article_id = a.id
    where a.id in (select private.rows_naming_file(p_media, 'articles')
                   union select private.rows_naming_file(p_media, 'article_working_copies'))
    union all
    select 'page', p.id, p.title, p.status, array['text']
    from file f cross join public.pages p
    where p.id in (select private.rows_naming_file(p_media, 'pages'))
      and strpos(p.content::text, f.path) + strpos(p.content::text, f.encoded) > 0
    union all
    select 'template', t.id, t.name, null, array['text']
    from file f cross join public.article_templates t
    where t.id in (select private.rows_naming_file(p_media, 'article_templates'))
      and strpos(t.content::text, f.path) + strpos(t.content::text, f.encoded) > 0
    union all
    select 'author', a.id, a.name, null, array['portrait']
    from file f cross join public.author_profiles a
    where a.id in (select private.rows_naming_file(p_media, 'author_profiles'))
      and strpos(a.image_url, f.path) + strpos(a.image_url, f.encoded) > 0
    union all
    select 'site', s.id, s.site_name, null, array['settings']
    from file f cross join public.site_settings s
    where strpos(to_jsonb(s)::text, f.path) + strpos(to_jsonb(s)::text, f.encoded) > 0
  )
  select u.kind, u.id, u.title, u.status, u.places from used u where u.places <> '{}' order by u.kind, u.title, u.id
$$;
grant execute on function public.media_usage(uuid) to authenticated;

-- A file that is in use is deleted only by delete_media with p_even_if_used. The secret key may delete any (repairs).
create function private.guard_used_media() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_service() or current_setting('mantel.delete_used_media', true) = old.id::text then return old; end if;
  if exists (select 1 from public.media_usage(old.id)) then
    raise exception 'This file is in use' using errcode = 'PT409';
  end if;
  return old;
end $$;
create trigger guard_used_media before delete on public.media
for each row execute function private.guard_used_media();

-- Deletes a file's row and returns the storage paths that are to be removed next. A file in use is refused with PT409
-- unless p_even_if_used.
create function public.delete_media(p_media uuid, p_even_if_used boolean default false) returns text[]
language plpgsql security invoker set search_path = ''
as $$
declare paths text[];
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'You are not allowed to delete files' using errcode = '42501';
  end if;
  perform set_config('mantel.delete_used_media', case when p_even_if_used then p_media::text else '' end, true);
  delete from public.media m where m.id = p_media
  returning array_remove(array[m.storage_path, m.thumbnail_path], null) into paths;
  perform set_config('mantel.delete_used_media', '', true);
  if paths is null then raise exception 'This file is gone already' using errcode = 'PT404'; end if;
  return paths;
end $$;
grant execute on function public.delete_media(uuid, boolean) to authenticated;

-- supabase/schemas/redirects.sql =====================================================================================

-- Redirects: old addresses of published articles, pages and tags and what they lead to now, and those that editors add by
-- hand (kind `custom`). An address in use is never a redirect.

create table public.slug_redirects (
  id bigint generated always as identity primary key,
  -- Clients may not set the kind: what they insert is a redirect by hand.
  kind text not null default 'custom' check (kind in ('article', 'page', 'tag', 'custom')),
  -- The slug of an article or tag, or the whole path of a page or a redirect by hand, without the first slash.
  old_slug text not null,
  article_id uuid references public.articles (id) on delete cascade,
  page_id uuid references public.pages (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Not a foreign key: with one, `articles(…)` embedded in tags could mean two ways from one to the other.
  tag_id uuid,
  -- Where a redirect by hand leads: a path of the site, or an address elsewhere.
  target text check (
    char_length(target) <= 600 and target ~ '^(/|(/[A-Za-z0-9._~-]{1,200})+|https://[^[:space:]"<>\\]+)$'
    and target !~ '^/(.*/)?\.\.?(/|$)'),
  old_path text not null generated always as (
    case when kind in ('page', 'custom') then '/' else '/' || kind || '/' end || old_slug) stored,
  unique (kind, old_slug),
  check ((kind = 'article') = (article_id is not null) and (kind = 'page') = (page_id is not null)
    and (kind = 'tag') = (tag_id is not null)),
  constraint slug_redirects_has_target_check check ((target is not null) = (kind = 'custom')),
  constraint slug_redirects_old_path_check check (kind <> 'custom' or char_length(old_path) <= 300
    and old_path ~ '^(/[A-Za-z0-9._~-]{1,200})+$' and old_path !~ '/\.\.?(/|$)')
);
create index slug_redirects_old_path_idx on public.slug_redirects (old_path, id);
create index slug_redirects_target_idx on public.slug_redirects (target) where kind = 'custom';
create index slug_redirects_custom_path_idx on public.slug_redirects (lower(old_path)) where kind = 'custom';
create index slug_redirects_article_idx on public.slug_redirects (article_id);
create index slug_redirects_page_idx on public.slug_redirects (page_id);

alter table public.slug_redirects enable row level security;
grant select on public.slug_redirects to anon, authenticated;
grant insert (old_slug, target), delete on public.slug_redirects to authenticated;
create policy "redirects of visible articles" on public.slug_redirects for select to anon, authenticated
using (kind <> 'article' or exists (select 1 from public.articles a where a.id = article_id));
create policy "editors add redirects by hand" on public.slug_redirects for insert to authenticated
with check (kind = 'custom' and (select public.has_role('super_admin', 'editor')));
create policy "editors remove redirects" on public.slug_redirects for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

create trigger public_row_changed after insert or update or delete on public.slug_redirects
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.slug_redirects
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Renamed articles, pages and tags -----------------------------------------------------------------------------------

-- The old slug of an article that readers could see becomes a redirect. A redirect ends when readers find an article at its
-- address; at that of a draft, or of a scheduled article, it goes on.
create function private.update_article_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'published' and new.published_at <= now() and new.deleted_at is null then
    delete from public.slug_redirects where kind = 'article' and old_slug = new.slug;
  end if;
  if tg_op = 'UPDATE' and old.slug <> new.slug and old.status = 'published' and old.published_at <= now() then
    insert into public.slug_redirects (kind, old_slug, article_id) values ('article', old.slug, new.id)
    on conflict (kind, old_slug) do update set article_id = excluded.article_id, created_at = now();
  end if;
  return null;
end $$;
create trigger update_article_redirects
after insert or update of slug, status, published_at, deleted_at on public.articles
for each row execute function private.update_article_redirects();

-- The path before the slug of a page below p_parent: 'about/press/', or '' where readers cannot see the parent.
create function private.parent_path(p_parent uuid) returns text
language sql stable security definer set search_path = ''
as $$
  with recursive up (slug, parent_id, height) as (
    select p.slug, p.parent_id, 1 from public.pages p where p.id = p_parent and p.status = 'published'
    union all
    select p.slug, p.parent_id, up.height + 1 from public.pages p join up on p.id = up.parent_id
    where p.status = 'published' and up.height < 64
  ) select coalesce(string_agg(slug || '/', '' order by height desc), '') from up
$$;

-- When the path of a page changes, so do the paths of the pages below it: each old path becomes a redirect.
create function private.update_page_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare old_path text; new_path text; redirect record;
begin
  if tg_op <> 'INSERT' and old.status = 'published' then old_path := private.parent_path(old.parent_id) || old.slug; end if;
  if tg_op <> 'DELETE' and new.status = 'published' then new_path := private.parent_path(new.parent_id) || new.slug; end if;
  if old_path is not distinct from new_path then return old; end if;
  for redirect in
    with recursive below (id, path) as (
      select p.id, p.slug from public.pages p where p.parent_id = coalesce(new.id, old.id) and p.status = 'published'
      union all
      select p.id, below.path || '/' || p.slug from public.pages p join below on p.parent_id = below.id
      where p.status = 'published'
    )
    select new.id as page_id, old_path, new_path where tg_op <> 'DELETE'
    union all
    select below.id, coalesce(old_path || '/', '') || below.path, coalesce(new_path || '/', '') || below.path from below
  loop
    if redirect.old_path is not null then
      insert into public.slug_redirects (kind, old_slug, page_id) values ('page', redirect.old_path, redirect.page_id)
      on conflict (kind, old_slug) do update set page_id = excluded.page_id, created_at = now();
    end if;
    delete from public.slug_redirects where kind = 'page' and old_slug = redirect.new_path;
  end loop;
  return old;
end $$;
create trigger update_page_redirects after insert or update of slug, parent_id, status on public.pages
for each row execute function private.update_page_redirects();
-- Before the delete: after it, the pages below have already moved up.
create trigger update_page_redirects_on_delete before delete on public.pages
for each row execute function private.update_page_redirects();

-- The old slug of a tag becomes a redirect, until another tag has it or the tag is deleted.
create function private.update_tag_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.slug_redirects where tag_id = old.id;
    return null;
  end if;
  delete from public.slug_redirects where kind = 'tag' and old_slug = new.slug;
  if tg_op = 'UPDATE' and old.slug <> new.slug then
    insert into public.slug_redirects (kind, old_slug, tag_id) values ('tag', old.slug, new.id)
    on conflict (kind, old_slug) do update set tag_id = excluded.tag_id, created_at = now();
  end if;
  return null;
end $$;
create trigger update_tag_redirects after insert or delete or update of slug on public.tags
for each row execute function private.update_tag_redirects();

-- Addresses in use ---------------------------------------------------------------------------------------------------

-- Whether a path is an address of the site itself (isSiteAddress in src/domain/redirect.ts; a test compares them).
create function private.is_site_address(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select lower(path) ~ '^/(_|(admin|auth|fonts|images|lists|media|og|publish|share|team|uploads)(/|$))'
    or lower(path) ~ '^/(about|favicon\.svg|privacy|robots\.txt|rss\.xml|sitemap(-\d+)?\.xml|terms)?$'
    or exists (select 1 from private.reserved_page_slugs r where '/' || r.slug = lower(path)
      and r.slug not in ('article', 'author', 'tag', 'feed', 'rss', 'sitemap', 'robots'))
$$;

-- The page and the feed of a tag.
create function private.tag_addresses(t public.tags) returns text[]
language sql immutable set search_path = ''
as $$ select array['/tag/' || t.slug, '/rss/tag/' || t.slug || '.xml'] $$;

-- The feed of a category.
create function private.category_addresses(c public.categories) returns text[]
language sql immutable set search_path = ''
as $$ select array['/rss/' || c.slug || '.xml'] $$;

-- The addresses that lead to an author (authorKeys in src/domain/author.ts; a test compares them).
create function private.author_addresses(a public.author_profiles) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg('/author/' || key) from unnest(array[
    a.slug, a.id::text, public.slugify(a.name), regexp_replace(lower(btrim(a.name)), '\s+', '-', 'g')]) key
  where key <> ''
$$;

-- The addresses of the editorial team (TEAM in src/domain/author.ts; a test compares them).
create function private.team_addresses() returns text[]
language sql immutable set search_path = ''
as $$
  select array['/author/mantel-editorial', '/author/ines-abril', '/author/tomas-reyne', '/author/odile-marsh']
$$;

-- Whether a path is an address of a tag, a category or an author. Hosts may not distinguish upper from lower case.
create function private.is_tag_category_or_author_address(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select lower(path) = any (private.team_addresses())
    or exists (select 1 from public.tags t where lower(path) = any (private.tag_addresses(t)))
    or exists (select 1 from public.categories c where lower(path) = any (private.category_addresses(c)))
    or exists (select 1 from public.author_profiles a where lower(path) = any (private.author_addresses(a)))
$$;

-- Whether readers find an article, a page, an author, a tag or a feed at a path, or will at the article's date. Hosts may
-- not distinguish upper from lower case.
create function private.is_address_in_use(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.articles a where a.slug = substring(lower(path) from '^/article/(.+)')
      and a.status = 'published' and a.deleted_at is null)
    or exists (select 1 from public.pages p where p.slug = substring(lower(path) from '[^/]+$')
      and p.status = 'published' and '/' || private.parent_path(p.parent_id) || p.slug = lower(path))
    or private.is_tag_category_or_author_address(path)
$$;

-- Redirects by hand --------------------------------------------------------------------------------------------------

-- Where a redirect leads now. Null while readers cannot see its article or page.
create function private.redirect_target(r public.slug_redirects) returns text
language sql stable security definer set search_path = ''
as $$
  select case r.kind
    when 'article' then (select '/article/' || a.slug from public.articles a
      where a.id = r.article_id and a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
    when 'page' then (select '/' || private.parent_path(p.parent_id) || p.slug from public.pages p
      where p.id = r.page_id and p.status = 'published')
    when 'tag' then (select '/tag/' || t.slug from public.tags t where t.id = r.tag_id)
    else r.target
  end
$$;

-- Where these redirects lead now, for editors.
create function public.get_redirect_targets(p_redirects bigint[]) returns table (id bigint, target text)
language sql stable security definer set search_path = ''
as $$
  select r.id, private.redirect_target(r) from public.slug_redirects r
  where r.id = any (p_redirects) and (select public.has_role('super_admin', 'editor'))
$$;
grant execute on function public.get_redirect_targets(bigint[]) to authenticated;

-- Refuses a redirect by hand from an address in use, a second one from the same address, and one that leads back to
-- itself. One that leads to another redirect is stored with that one's target.
create function private.before_redirect_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare from_path text := '/' || new.old_slug; next public.slug_redirects;
begin
  if new.kind <> 'custom' then return new; end if;
  -- The lock serialises additions: two at once could make a chain or a loop that neither of them sees.
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  if private.is_site_address(from_path) then
    raise exception 'The address "%" is used by the site itself', from_path using errcode = '23514';
  end if;
  if private.is_address_in_use(from_path) then
    raise exception 'The address "%" is in use: readers would no longer reach what is there', from_path
    using errcode = '23514';
  end if;
  if exists (select 1 from public.slug_redirects r where r.old_path = from_path) then
    raise exception 'There is already a redirect from "%"', from_path using errcode = '23505';
  end if;
  select * into next from public.slug_redirects r where r.old_path = new.target limit 1;
  if new.target = from_path then
    raise exception 'A redirect cannot lead to its own address' using errcode = '23514';
  end if;
  if found then new.target := coalesce(private.redirect_target(next), new.target); end if;
  if new.target = from_path then
    raise exception 'The redirects from "%" and "%" would lead to each other', from_path, next.old_path
    using errcode = '23514';
  end if;
  return new;
end $$;
create trigger before_redirect_insert before insert on public.slug_redirects
for each row execute function private.before_redirect_insert();

-- Redirects by hand that led to the address of a new redirect lead to its target. A renamed article or page takes the
-- place of one from the same address.
create function private.after_redirect_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare new_target text := private.redirect_target(new);
begin
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  delete from public.slug_redirects r
  where r.kind = 'custom' and r.id <> new.id and (r.old_path = new.old_path or r.target = new.old_path and r.old_path = new_target);
  if new_target is not null then
    update public.slug_redirects r set target = new_target where r.kind = 'custom' and r.target = new.old_path;
  end if;
  return null;
end $$;
create trigger after_redirect_insert after insert or update of article_id, page_id, tag_id on public.slug_redirects
for each row execute function private.after_redirect_insert();

-- A redirect by hand gives way to an article or page that readers find at its address.
create function private.remove_redirects_in_use() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  if tg_table_name = 'articles' then
    delete from public.slug_redirects r
    where r.kind = 'custom' and lower(r.old_path) = '/article/' || new.slug and new.published_at <= now();
  else
    delete from public.slug_redirects r where r.kind = 'custom' and lower(r.old_path) in (
      select '/' || private.parent_path(p.parent_id) || p.slug from public.pages p where p.status = 'published');
  end if;
  return null;
end $$;
create trigger remove_redirects_in_use after insert or update of slug, status, published_at on public.articles
for each row when (new.status = 'published') execute function private.remove_redirects_in_use();
create trigger remove_redirects_in_use after insert or update of slug, parent_id, status on public.pages
for each row when (new.status = 'published') execute function private.remove_redirects_in_use();

-- A redirect by hand gives way to a tag, category or author that gets its address.
create function private.remove_redirects_at_new_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare addresses text[];
begin
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  if tg_table_name = 'tags' then addresses := private.tag_addresses(new);
  elsif tg_table_name = 'categories' then addresses := private.category_addresses(new);
  else addresses := private.author_addresses(new);
  end if;
  delete from public.slug_redirects r where r.kind = 'custom' and lower(r.old_path) = any (addresses);
  return null;
end $$;
create trigger remove_redirects_at_new_address after insert or update of slug on public.tags
for each row execute function private.remove_redirects_at_new_address();
create trigger remove_redirects_at_new_address after insert or update of slug on public.categories
for each row execute function private.remove_redirects_at_new_address();
-- Every update: fill_author_slug may set the slug without it being among the updated columns.
create trigger remove_redirects_at_new_address after insert or update on public.author_profiles
for each row execute function private.remove_redirects_at_new_address();

-- supabase/schemas/name_requests.sql =================================================================================

-- Public names: who may take the name of an author, and the new names that people with published stories ask for.

-- Whether an account has published stories: its name is then their byline.
create function private.has_published_stories(p_profile uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.articles a where a.author_id = p_profile and a.status = 'published') $$;

-- Whether the caller gets a new public name from an editor only: it is the byline of published stories.
create function public.must_ask_for_name() returns boolean
language sql stable security definer set search_path = ''
as $$ select private.has_published_stories(auth.uid()) and not public.has_role('super_admin', 'editor') $$;
grant execute on function public.must_ask_for_name() to authenticated;

-- Whether a name is that of an author, or the byline of an account with published stories, other than this account's.
-- Expensive, so that the planner checks the other conditions of a query first.
create function private.is_name_of_another(p_name text, p_profile uuid) returns boolean
language sql stable security definer cost 10000 set search_path = ''
as $$
  select not exists (select 1 from public.author_profiles a
      where a.profile_id = p_profile and private.name_key(a.name) = private.name_key(p_name))
    and (exists (select 1 from public.author_profiles a where private.name_key(a.name) = private.name_key(p_name))
      or exists (select 1 from unnest(private.team_names()) t where private.name_key(t) = private.name_key(p_name))
      or exists (select 1 from public.profiles p
        where p.id <> p_profile and private.name_key(p.full_name) = private.name_key(p_name)
          and private.has_published_stories(p.id)))
$$;

-- An editor accepts a request with set_public_name, or declines it. A declined one stays, so that the person sees what
-- became of it; a new request takes its place.
create table public.name_requests (
  profile_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (char_length(trim(name)) between 1 and 200),
  created_at timestamptz not null default now(),
  declined_at timestamptz
);

alter table public.name_requests enable row level security;
grant select, insert (profile_id, name), update (profile_id, name), delete on public.name_requests to authenticated;
create policy "own request and, for editors, all" on public.name_requests for select to authenticated
using (profile_id = (select auth.uid()) or (select public.has_role('super_admin', 'editor')));
create policy "people ask for themselves" on public.name_requests for insert to authenticated
with check (profile_id = (select auth.uid()) and (select public.must_ask_for_name()));
create policy "people change their own request" on public.name_requests for update to authenticated
using (profile_id = (select auth.uid()))
with check (profile_id = (select auth.uid()) and (select public.must_ask_for_name()));
create policy "own request and, for editors, all are removed" on public.name_requests for delete to authenticated
using (profile_id = (select auth.uid()) or (select public.has_role('super_admin', 'editor')));
create policy "sessions with every factor ask for names" on public.name_requests as restrictive for all to authenticated
using ((select public.get_missing_factor()) = 'nothing') with check ((select public.get_missing_factor()) = 'nothing');

create trigger guard_name before insert or update of name on public.name_requests
for each row execute function private.guard_name();

-- A changed request is a new one.
create function private.ask_for_name_again() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.declined_at := null;
  new.created_at := now();
  return new;
end $$;
create trigger ask_for_name_again before update of name on public.name_requests
for each row execute function private.ask_for_name_again();

-- What editors decide ------------------------------------------------------------------------------------------------

-- The author profile of a name that no account has, for an account without author profile.
create function private.unclaimed_author(p_profile uuid, p_name text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select a.id from public.author_profiles a
  where a.profile_id is null and private.name_key(a.name) = private.name_key(p_name)
    and not exists (select 1 from public.author_profiles own where own.profile_id = p_profile)
  order by a.created_at, a.id limit 1
$$;

/* What editors decide about names: requests, and accounts of writers whose unconfirmed name is that of an author.
   `author_name` is the author without account of the asked name, whose page the account would get. */
create function public.get_name_questions()
returns table (profile_id uuid, email text, full_name text, asked_name text, is_request boolean, created_at timestamptz,
               author_name text, is_name_of_another boolean, stories bigint)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.email, p.full_name, q.name, q.is_request, q.created_at,
    coalesce(
      (select a.name from public.author_profiles a where a.id = private.unclaimed_author(p.id, q.name)),
      (select t from unnest(private.team_names()) t
       where private.name_key(t) = private.name_key(q.name) and not exists (
         select 1 from public.author_profiles a where a.profile_id = p.id or private.name_key(a.name) = private.name_key(t)))),
    private.is_name_of_another(q.name, p.id),
    (select count(*) from public.articles s where s.author_id = p.id and s.status = 'published' and s.deleted_at is null)
  from (
    select r.profile_id, r.name, true, r.created_at from public.name_requests r where r.declined_at is null
    union all
    select w.id, w.full_name, false, w.updated_at from public.profiles w
    where not w.name_confirmed and private.is_name_of_another(w.full_name, w.id)
      and (w.role <> 'viewer' or exists (select 1 from public.articles a where a.author_id = w.id))
      and not exists (select 1 from public.name_requests r where r.profile_id = w.id and r.declined_at is null)
  ) as q (profile_id, name, is_request, created_at)
  join public.profiles p on p.id = q.profile_id
  where public.has_role('super_admin', 'editor')
  order by q.created_at, p.id
$$;
grant execute on function public.get_name_questions() to authenticated;

/* Gives an account its public name: the one it has, or the one it asked for. The account gets the author profile of that
   name unless it has one or another account does; an author profile that had the old name gets the new one. */
create function public.set_public_name(p_profile uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare account public.profiles;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors give public names' using errcode = '42501';
  end if;
  select * into account from public.profiles where id = p_profile for update;
  if not found then raise exception 'This account is gone' using errcode = 'PT404'; end if;
  if account.full_name is distinct from p_name
     and not exists (select 1 from public.name_requests r where r.profile_id = p_profile and r.name = p_name) then
    raise exception 'The name was changed in the meantime' using errcode = 'PT409';
  end if;
  update public.profiles set full_name = p_name, name_confirmed = true where id = p_profile;
  delete from public.name_requests where profile_id = p_profile;
  update public.author_profiles set name = p_name
  where profile_id = p_profile and private.name_key(name) = private.name_key(account.full_name);
  update public.author_profiles set profile_id = p_profile where id = private.unclaimed_author(p_profile, p_name);
end $$;
grant execute on function public.set_public_name(uuid, text) to authenticated;

-- Declines the request for a name. Raises PT409 when it was changed in the meantime.
create function public.decline_name(p_profile uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors decline names' using errcode = '42501';
  end if;
  update public.name_requests set declined_at = now()
  where profile_id = p_profile and name = p_name and declined_at is null;
  if not found then raise exception 'The name was changed in the meantime' using errcode = 'PT409'; end if;
end $$;
grant execute on function public.decline_name(uuid, text) to authenticated;

-- supabase/schemas/search.sql ========================================================================================

-- The readers' search. With row-level security, ILIKE is tried on every row: it is not leakproof, so the policy comes
-- first and no trigram index is used. These functions therefore run as their owner, past the policies, and repeat which
-- articles readers may see.

-- The ILIKE pattern that finds a text anywhere, with its wildcards escaped.
create function private.ilike_pattern(p_text text) returns text
language sql immutable set search_path = ''
as $$ select '%' || regexp_replace(p_text, '([\\%_])', '\\\1', 'g') || '%' $$;

/* A page of the published articles that match every filter, and how many match: {"total", "stories": [...]}. '' and null
   mean no filter. p_text is searched in title and excerpt; p_category and p_author are names as readers see them;
   p_least and p_most are minutes of read time, p_usual those of an article without one; p_sort is latest, oldest, title
   or read-time. At most 100 articles are returned. Beyond the last page there are none, but the total is right. */
create function public.find_stories(
  p_text text default '', p_category text default '', p_author text default '', p_least integer default null,
  p_most integer default null, p_usual integer default null, p_sort text default 'latest', p_skip integer default 0,
  p_take integer default 12)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare filters text := ''; ordering text; result jsonb;
begin
  if p_text <> '' then
    filters := filters || ' and (a.title ilike $1 or a.excerpt ilike $1)';
  end if;
  if p_category <> '' then
    filters := filters || ' and a.category_id in (select c.id from public.categories c where c.name = $2)';
  end if;
  if p_author <> '' then
    filters := filters || ' and a.author_id in (select p.id from public.profiles p where p.full_name = $3)';
  end if;
  if p_least is not null then filters := filters || ' and coalesce(a.read_time, $6) >= $4'; end if;
  if p_most is not null then filters := filters || ' and coalesce(a.read_time, $6) <= $5'; end if;
  ordering := case p_sort
    when 'oldest' then 'published_at'
    when 'title' then 'title'
    when 'read-time' then 'coalesce(read_time, $6), published_at desc'
    else 'published_at desc'
  end;
  -- The query is composed of the literals above only. With a filter the matches are computed once, for the count and
  -- the page together; without one each of the two uses its own index.
  execute format($query$
    with matching as %s (
      select a.id, a.title, a.published_at, a.read_time from public.articles a
      where a.status = 'published' and a.published_at <= now() and a.deleted_at is null %s
    ),
    page as (select f.id from matching f order by %3$s, f.id limit $8 offset $7)
    select jsonb_build_object(
      'total', (select count(*) from matching),
      'stories', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select a.id, a.title, a.title_emphasis, a.slug, a.excerpt, a.featured_image, a.read_time,
          (select jsonb_build_object('name', c.name, 'color', c.color) from public.categories c
           where c.id = a.category_id) as category
        from page join public.articles a using (id) order by %3$s, a.id
      ) s))
  $query$, case filters when '' then 'not materialized' else 'materialized' end, filters, ordering)
  into result
  using private.ilike_pattern(p_text), p_category, p_author, p_least, p_most, p_usual, greatest(p_skip, 0),
    least(greatest(p_take, 0), 100);
  return result;
end $$;

-- The newest titles of published articles that contain p_text; at most 100.
create function public.find_titles(p_text text, p_take integer default 5) returns table (title text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select a.title from public.articles a
    where a.status = 'published' and a.published_at <= now() and a.deleted_at is null
      and a.title ilike private.ilike_pattern(p_text)
    order by a.published_at desc, a.id
    limit least(greatest(p_take, 0), 100);
end $$;

grant execute on function
  public.find_stories(text, text, text, integer, integer, integer, text, integer, integer),
  public.find_titles(text, integer)
to anon, authenticated;

-- supabase/schemas/analytics.sql =====================================================================================

-- Numbers for the admin: page views, the series of the Analytics screen, and counts. None of them is about a person.

create table private.page_views (
  article_id uuid not null references public.articles (id) on delete cascade,
  day date not null,
  views integer not null default 1,
  primary key (article_id, day)
);
create index page_views_day_idx on private.page_views (day);
alter table private.page_views enable row level security;

/* Counts one view of a published article. Silently counts nothing for readers who ask not to be tracked (by browser
   header), for bots, for unknown slugs, and for an address that has sent 60 in ten minutes, or a network that has sent
   600. Of the address only hashes are kept, without the article, for the window of the limit. */
create function public.count_view(p_slug text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  headers jsonb := private.request_headers();
  article uuid;
begin
  if headers ->> 'dnt' = '1' or headers ->> 'sec-gpc' = '1' then return; end if;
  if headers ->> 'user-agent' ~* 'bot|crawl|spider|slurp|headless|lighthouse|preview|monitor' then return; end if;
  select id into article from public.articles
  where slug = p_slug and status = 'published' and published_at <= now() and deleted_at is null;
  if article is null then return; end if;
  if private.is_over_limit('count_view', private.visitor_address(), 60, 600) then return; end if;
  insert into private.page_views as v (article_id, day) values (article, (now() at time zone 'utc')::date)
  on conflict (article_id, day) do update set views = v.views + 1;
end $$;
grant execute on function public.count_view(text) to anon;

-- Series for editors, from p_from to p_until: days in UTC, both included ---------------------------------------------

-- Published stories, by day, category and author.
create function public.get_story_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    with stories as materialized (
      select private.utc_day(published_at) as day, category_id, author_id from public.articles
      where status = 'published' and deleted_at is null and published_at <= now()
        and published_at >= private.day_start(p_from) and published_at < private.day_start(p_until + 1)
    )
    select jsonb_build_object(
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'stories', n) order by day)
        from (select day, count(*) as n from stories group by day) d), '[]'),
      'categories', coalesce((select jsonb_agg(jsonb_build_object('name', name, 'color', color, 'stories', n) order by n desc, name)
        from (select c.name, c.color, count(*) as n from stories s left join public.categories c on c.id = s.category_id
              group by c.id, c.name, c.color) d), '[]'),
      'authors', coalesce((select jsonb_agg(jsonb_build_object('name', name, 'stories', n) order by n desc, name)
        from (select p.full_name as name, count(*) as n from stories s left join public.profiles p on p.id = s.author_id
              group by p.id, p.full_name) d), '[]')));
end $$;

-- New subscribers of a period who are subscribed today, by day and by source page.
create function public.get_subscriber_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    with joined as materialized (
      select private.utc_day(subscribed_at) as day, coalesce(nullif(trim(source_page), ''), '') as source
      from public.subscribers
      where status = 'active'
        and subscribed_at >= private.day_start(p_from) and subscribed_at < private.day_start(p_until + 1)
    )
    select jsonb_build_object(
      'active_before', (select count(*) from public.subscribers
        where status = 'active' and subscribed_at < private.day_start(p_from)),
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'joined', n, 'active', n) order by day)
        from (select day, count(*) as n from joined group by day) d), '[]'),
      'sources', coalesce((select jsonb_agg(jsonb_build_object('source', source, 'joined', n) order by n desc, source)
        from (select source, count(*) as n from joined group by source order by n desc, source limit 50) d), '[]')));
end $$;

/* The time in milliseconds from a save (or, when scheduled, its publish date) until it was live, for each build. Full
   builds, made when a publisher starts, do not count. Builds are kept for 30 days. */
create function public.get_publish_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    with publishes as materialized (
      select private.utc_day(max(o.processed_at)) as day,
        extract(epoch from (max(o.processed_at) - min(greatest(o.created_at, o.due_at)))) * 1000 as ms
      from public.builds b join public.publish_outbox o on o.build_id = b.id
      where b.status = 'live' and b.kind <> 'full' and o.processed_at is not null
        and b.started_at >= private.day_start(p_from) and b.started_at < private.day_start(p_until + 1)
      group by b.id
    )
    select jsonb_build_object(
      'publishes', (select count(*) from publishes),
      'failed', (select count(*) from public.builds where status = 'failed'
        and started_at >= private.day_start(p_from) and started_at < private.day_start(p_until + 1)),
      'median_ms', (select round(percentile_cont(0.5) within group (order by ms)) from publishes),
      'p95_ms', (select round(percentile_cont(0.95) within group (order by ms)) from publishes),
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'publishes', n, 'median_ms', m, 'p95_ms', p) order by day)
        from (select day, count(*) as n, round(percentile_cont(0.5) within group (order by ms)) as m,
                round(percentile_cont(0.95) within group (order by ms)) as p from publishes group by day) d), '[]')));
end $$;

-- Page views, by day, and the stories with most of them.
create function public.get_view_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    with counted as materialized (
      select article_id, day, views from private.page_views where day between p_from and p_until
    )
    select jsonb_build_object(
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'views', n) order by day)
        from (select day, sum(views) as n from counted group by day) d), '[]'),
      'stories', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'slug', slug, 'views', n) order by n desc, title)
        from (select a.id, a.title, a.slug, sum(v.views) as n
              from counted v join public.articles a on a.id = v.article_id where a.deleted_at is null
              group by a.id order by n desc, a.title limit 20) d), '[]')));
end $$;

grant execute on function public.get_story_numbers(date, date), public.get_subscriber_numbers(date, date),
  public.get_publish_numbers(date, date), public.get_view_numbers(date, date) to authenticated;

-- Counts in one request each. They run as the caller: the policies decide which rows count ---------------------------

-- The number of articles of each status outside the trash; a status without any is left out.
create function public.get_article_counts() returns table (status text, articles bigint)
language sql stable security invoker set search_path = ''
as $$
  select a.status, count(*) from public.articles a where a.deleted_at is null group by a.status
$$;

-- The number of articles outside the trash of each of these categories and tags, as far as the caller may see them; one
-- without any is left out. Not `articles(count)` in a request: PostgREST makes that a count of whole rows, which reads
-- the text of every article.
create function public.count_articles(p_groups uuid[]) returns table (id uuid, articles bigint)
language sql stable security invoker set search_path = ''
as $$
  select a.category_id, count(*) from public.articles a
  where a.category_id = any (p_groups) and a.deleted_at is null group by a.category_id
  union all
  select t.tag_id, count(*) from public.article_tags t join public.articles a on a.id = t.article_id
  where t.tag_id = any (p_groups) and a.deleted_at is null group by t.tag_id
$$;

/* How many articles outside the trash, published articles, drafts and categories there are, and how many were created
   (or published) in [p_current, p_until) and in [p_previous, p_current). A kind without any is left out. */
create function public.get_dashboard_counts(p_previous timestamptz, p_current timestamptz, p_until timestamptz)
returns table (kind text, total bigint, current bigint, previous bigint)
language sql stable security invoker set search_path = ''
as $$
  with dated (kind, at) as (
    select 'articles', a.created_at from public.articles a where a.deleted_at is null
    union all
    select 'published', a.published_at from public.articles a where a.deleted_at is null and a.status = 'published'
    union all
    select 'drafts', a.created_at from public.articles a where a.deleted_at is null and a.status = 'draft'
    union all
    select 'categories', c.created_at from public.categories c
  )
  select d.kind, count(*), count(*) filter (where d.at >= p_current and d.at < p_until),
    count(*) filter (where d.at >= p_previous and d.at < p_current)
  from dated d group by d.kind
$$;

grant execute on function
  public.get_article_counts(), public.count_articles(uuid[]),
  public.get_dashboard_counts(timestamptz, timestamptz, timestamptz)
to authenticated;

-- supabase/schemas/contact.sql =======================================================================================

-- Messages that visitors send with the contact form.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(trim(name)) between 1 and 200),
  email text not null check (char_length(email) <= 320 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$')
    -- A list or object sent as an address is stored as its JSON text, which may look like one.
    constraint contact_messages_email_characters check (email !~ '["<>(),:;\\[\]]'),
  subject text check (char_length(subject) <= 300),
  phone text check (char_length(phone) <= 60),
  message text not null check (char_length(trim(message)) between 1 and 10000),
  status text not null default 'new' check (status in ('new', 'read', 'answered')),
  answered_at timestamptz,
  answered_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index contact_messages_created_idx on public.contact_messages (created_at desc);
create index contact_messages_status_idx on public.contact_messages (status, created_at desc);
create index contact_messages_answered_by_idx on public.contact_messages (answered_by);

-- Staff change only the status.
alter table public.contact_messages enable row level security;
grant insert (name, email, subject, phone, message) on public.contact_messages to anon;
grant select, update (status), delete on public.contact_messages to authenticated;
create policy "anyone writes to us" on public.contact_messages for insert to anon with check (status = 'new');
create policy "editors read messages" on public.contact_messages for select to authenticated
using ((select public.has_role('super_admin', 'editor')));
create policy "editors mark messages" on public.contact_messages for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins remove messages" on public.contact_messages for delete to authenticated
using ((select public.has_role('super_admin')));

create trigger enforce_rate_limit before insert on public.contact_messages
for each row execute function private.enforce_rate_limit();
create trigger require_form_enabled before insert on public.contact_messages
for each row execute function private.require_form_enabled('contact_enabled', 'The contact form is closed');
create trigger log_delete after delete on public.contact_messages
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Records who answered a message, and when.
create function private.record_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status is distinct from old.status then
    new.answered_at := case when new.status = 'answered' then now() end;
    new.answered_by := case when new.status = 'answered' then (select p.id from public.profiles p where p.id = auth.uid()) end;
  end if;
  return new;
end $$;
create trigger record_answer before update on public.contact_messages
for each row execute function private.record_answer();

-- supabase/schemas/subscribers.sql ===================================================================================

/* Subscribers of the newsletter and their consent. A reader's sign-up is pending until the link in a mail is opened, unless
   the setting newsletter_confirm is off. The row keeps what the reader agreed to (wording and version), when and where. */

-- The sentences that the forms show, by version. A changed sentence is a new version; old ones stay for the rows that
-- name them. src/domain/consent.ts holds the newest of each form.
create table private.consent_wordings (
  version text primary key,
  form text not null,
  wording text not null
);
alter table private.consent_wordings enable row level security;
insert into private.consent_wordings values
  ('newsletter-1', 'newsletter', 'We send the letters you choose to this address until you unsubscribe.'),
  ('letter-line-1', 'letter-line', 'We send our weekly letter and design tips to this address until you unsubscribe.'),
  ('contact-1', 'contact',
   'Sending a message also signs this address up for our weekly letter and design tips, until you unsubscribe.');

create table public.subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) <= 320 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$')
    -- A list or object sent as an address is stored as its JSON text, which may look like one.
    constraint subscribers_email_characters check (email !~ '["<>(),:;\\[\]]'),
  first_name text check (char_length(first_name) <= 120),
  preferences jsonb not null default '{"weeklyNewsletter": true, "designTips": true, "newArticles": false, "specialOffers": false}'
    check (jsonb_typeof(preferences) = 'object' and pg_column_size(preferences) < 1000),
  source_page text check (char_length(source_page) <= 300),
  status text not null default 'active' check (status in ('pending', 'active', 'unsubscribed')),
  subscribed_at timestamptz not null default now(),
  consent_version text references private.consent_wordings (version),
  consent_wording text,
  -- When the form was sent.
  consent_at timestamptz,
  -- The form; 'import' for rows added with the secret key, 'other' for visitors' rows that name no wording, 'before
  -- confirmation' for rows from before consent was recorded.
  consent_source text not null default 'import',
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  -- The status that undoing an unsubscription restores.
  unsubscribed_from text check (unsubscribed_from in ('pending', 'active')),
  data_requested_at timestamptz,
  erasure_requested_at timestamptz
);
create unique index subscribers_email_idx on public.subscribers (lower(email));
create index subscribers_subscribed_idx on public.subscribers (subscribed_at desc);
create index subscribers_email_trgm_idx on public.subscribers using gin (email extensions.gin_trgm_ops);
create index subscribers_consent_version_idx on public.subscribers (consent_version);
create index subscribers_requests_idx on public.subscribers (id)
where data_requested_at is not null or erasure_requested_at is not null;
create index subscribers_pending_idx on public.subscribers (consent_at) where status = 'pending';

-- Staff correct a name, unsubscribe and close requests; an address and its consent belong together. Accounts subscribe
-- nobody.
alter table public.subscribers enable row level security;
grant insert (email, first_name, preferences, source_page, consent_version) on public.subscribers to anon;
grant select, update (first_name, preferences, status, data_requested_at, erasure_requested_at), delete
on public.subscribers to authenticated;
create policy "anyone subscribes" on public.subscribers for insert to anon with check (status <> 'unsubscribed');
create policy "editors read subscribers" on public.subscribers for select to authenticated
using ((select public.has_role('super_admin', 'editor')));
create policy "editors change subscribers" on public.subscribers for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins remove subscribers" on public.subscribers for delete to authenticated
using ((select public.has_role('super_admin')));

-- Rules of a sign-up. Triggers fire by name: enforce_rate_limit, normalize_email, require_form_enabled, start_consent,
-- stop_duplicate.

create trigger enforce_rate_limit before insert on public.subscribers
for each row execute function private.enforce_rate_limit();

-- Stored without outer blanks, which phone keyboards add, and in lower case.
create function private.normalize_email() returns trigger
language plpgsql set search_path = ''
as $$ begin new.email := lower(trim(new.email)); return new; end $$;
create trigger normalize_email before insert or update of email on public.subscribers
for each row execute function private.normalize_email();

create trigger require_form_enabled before insert on public.subscribers
for each row execute function private.require_form_enabled('newsletter_enabled', 'The newsletter is closed');

/* Records the consent of a reader's sign-up. An address that is pending or unsubscribed gets another mail in place of a
   second row, so the answer does not tell such an address from a new one; an active one violates the unique index. */
create function private.start_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known public.subscribers;
  sign_up jsonb;
begin
  -- The edge function submit-form sends readers' forms with the secret key and names the reader's address.
  if private.is_service() and private.request_headers() ->> 'x-reader-address' is null then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'duplicate' then return new; end if;

  new.status := case when private.confirmation_required() then 'pending' else 'active' end;
  new.consent_at := now();
  select w.form, w.wording into new.consent_source, new.consent_wording
  from private.consent_wordings w where w.version = new.consent_version;
  -- A version that there is not would fail for new addresses only, and so tell which are known.
  if not found then new.consent_version := null; end if;
  new.consent_source := coalesce(new.consent_source, 'other');

  select s.* into known from public.subscribers s where lower(s.email) = new.email for update;
  if known.id is null or known.status = 'active' then return new; end if;
  -- The row is tried to be inserted, as in stop_duplicate: one that fails a check fails it as that of a new address does.
  perform set_config('mantel.visitor_row', 'duplicate', true);
  begin
    insert into public.subscribers select (new).*;
  exception
    when unique_violation then null;
    -- Again, without the details, which a visitor's own insert does not have.
    when others then raise exception using errcode = sqlstate, message = sqlerrm;
  end;
  perform set_config('mantel.visitor_row', 'counted', true);
  sign_up := jsonb_build_object('first_name', new.first_name, 'preferences', new.preferences,
    'source_page', new.source_page, 'consent_version', new.consent_version, 'consent_wording', new.consent_wording,
    'consent_at', new.consent_at, 'consent_source', new.consent_source);
  if new.status = 'pending' then
    perform private.queue_subscriber_mail(known.id, 'confirm', sign_up);
  else
    perform private.activate_subscriber(known.id, sign_up);
  end if;
  return null;
end $$;
create trigger start_consent before insert on public.subscribers
for each row execute function private.start_consent();

/* A visitor's sign-up of an address that is subscribed already is answered with status 409 and inserts nothing. It is
   not an error, which would undo its count in the rate limit, so that addresses could be tried without end. The row is
   tried to be inserted all the same: one that fails a check fails it whether its address is subscribed or not. */
create function private.stop_duplicate() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_service() and private.request_headers() ->> 'x-reader-address' is null then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'duplicate'
     or not exists (select 1 from public.subscribers s where lower(s.email) = new.email) then
    return new;
  end if;
  perform set_config('mantel.visitor_row', 'duplicate', true);
  begin
    insert into public.subscribers select (new).*;
  exception when unique_violation then
    perform set_config('response.status', '409', true);
  end;
  perform set_config('mantel.visitor_row', 'counted', true);
  return null;
end $$;
create trigger stop_duplicate before insert on public.subscribers
for each row execute function private.stop_duplicate();

-- Whether a sign-up waits for its confirmation by mail.
create function private.confirmation_required() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce((select s.newsletter_confirm from public.site_settings s), true) $$;

-- Sends the mail whose link confirms a sign-up.
create function private.ask_to_confirm() returns trigger
language plpgsql security definer set search_path = ''
as $$ begin perform private.queue_subscriber_mail(new.id, 'confirm'); return null; end $$;
create trigger ask_to_confirm after insert on public.subscribers for each row
when (new.status = 'pending' and new.consent_at is not null) execute function private.ask_to_confirm();

-- Subscribes a known address again, with the columns of its new sign-up.
create function private.activate_subscriber(p_subscriber uuid, p_sign_up jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.subscribers s set
    (first_name, preferences, source_page, consent_version, consent_wording, consent_at, consent_source, subscribed_at)
    = (n.first_name, n.preferences, n.source_page, n.consent_version, n.consent_wording, n.consent_at, n.consent_source,
       case when p_sign_up is null then s.subscribed_at else n.consent_at end),
    status = 'active'
  from public.subscribers old, jsonb_populate_record(old, coalesce(p_sign_up, '{}')) n
  where s.id = p_subscriber and old.id = s.id
$$;

-- Staff may end a subscription, but only its reader begins one.
create function private.before_subscriber_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'unsubscribed' then
    new.unsubscribed_at := now();
    new.unsubscribed_from := old.status;
    return new;
  end if;
  if current_setting('role', true) = 'authenticated' then
    raise exception 'Only the reader can subscribe this address' using errcode = '42501';
  end if;
  new.unsubscribed_at := null;
  new.unsubscribed_from := null;
  return new;
end $$;
create trigger before_subscriber_status before update of status on public.subscribers for each row
when (old.status is distinct from new.status) execute function private.before_subscriber_status();

create trigger log_delete after delete on public.subscribers
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- For staff ----------------------------------------------------------------------------------------------------------

-- Counts for the list of subscribers, and the sources to filter by, most used first. Only active subscribers count as
-- subscribed; pending and unsubscribed ones are counted apart. Visitors send the source, so only 200 different ones are
-- listed.
create function public.get_subscriber_overview(month_start timestamptz)
returns table (total bigint, active bigint, this_month bigint, pending bigint, unsubscribed bigint, requests bigint, sources text[])
language sql stable set search_path = ''
as $$
  select count(*) filter (where s.status = 'active'), count(*) filter (where s.status = 'active'),
    count(*) filter (where s.status = 'active' and s.subscribed_at >= month_start),
    count(*) filter (where s.status = 'pending'), count(*) filter (where s.status = 'unsubscribed'),
    count(*) filter (where s.data_requested_at is not null or s.erasure_requested_at is not null),
    coalesce((
      select array_agg(used.source_page order by used.times desc, used.source_page)
      from (select source_page, count(*) as times from public.subscribers
            where source_page <> '' group by source_page order by times desc, source_page limit 200) used
    ), '{}')
  from public.subscribers s
$$;

-- What is stored of a subscriber's address: the row and the messages from the same address. Policies apply.
create function public.get_subscriber_data(p_id uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('subscription', to_jsonb(s), 'messages', coalesce((
    select jsonb_agg(jsonb_build_object('name', m.name, 'email', m.email, 'phone', m.phone, 'subject', m.subject,
      'message', m.message, 'created_at', m.created_at) order by m.created_at)
    from public.contact_messages m where lower(trim(m.email)) = s.email), '[]'))
  from public.subscribers s where s.id = p_id
$$;

-- Deletes a subscriber and the messages from the same address; for super admins.
create function public.erase_subscriber(p_id uuid) returns void
language plpgsql security invoker set search_path = ''
as $$
declare address text;
begin
  delete from public.subscribers where id = p_id returning email into address;
  if address is null and public.has_role('super_admin') then
    raise exception 'This subscriber is gone' using errcode = 'PT404';
  elsif address is null then
    raise exception 'Only a super admin deletes subscribers' using errcode = '42501';
  end if;
  delete from public.contact_messages where lower(trim(email)) = address;
end $$;

grant execute on function public.get_subscriber_overview(timestamptz), public.get_subscriber_data(uuid),
  public.erase_subscriber(uuid) to authenticated;

-- supabase/schemas/subscriber_mails.sql ==============================================================================

/* Mails to subscribers, and the links in them. Who sends them: the edge function newsletter, which claims those that are
   due. What the functions return to it is an outcome of src/domain/form-post.ts; they are called with the secret key. */

-- A mail is tried until it is sent, at most six times. The token of its link is made when it is sent; only its hash is
-- stored.
create table private.subscriber_mails (
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid not null references public.subscribers (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'unsubscribe', 'data', 'erasure')),
  -- The columns of a sign-up of an address that is known already; they apply when its link is opened.
  sign_up jsonb,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  error text,
  token_hash bytea unique,
  expires_at timestamptz,
  opened_at timestamptz
);
alter table private.subscriber_mails enable row level security;
create index subscriber_mails_subscriber_idx on private.subscriber_mails (subscriber_id, created_at);
create index subscriber_mails_due_idx on private.subscriber_mails (due_at) where sent_at is null;
create index subscriber_mails_created_idx on private.subscriber_mails (created_at);

-- Adds a mail to a subscriber. Without effect after one in the last five minutes or five in the last day, so that
-- nobody's mailbox is flooded by a visitor who types the address.
create function private.queue_subscriber_mail(p_subscriber uuid, p_purpose text, p_sign_up jsonb default null)
returns void
language sql security definer set search_path = ''
as $$
  insert into private.subscriber_mails (subscriber_id, purpose, sign_up)
  select p_subscriber, p_purpose, p_sign_up
  where (select count(*) < 5 and count(*) filter (where m.created_at > now() - interval '5 minutes') = 0
         from private.subscriber_mails m
         where m.subscriber_id = p_subscriber and m.created_at > now() - interval '1 day')
$$;

-- Mails a link to a subscriber; nothing tells the caller whether the address is one.
create function public.request_subscriber_mail(p_email text, p_purpose text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text := nullif(trim(private.request_headers() ->> 'x-reader-address'), '');
  subscriber public.subscribers;
begin
  if private.count_request('subscriber_mails', '*') > 600
     or private.is_over_limit('subscriber_mails', address, 8, 60) then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  select s.* into subscriber from public.subscribers s where lower(s.email) = lower(trim(p_email));
  if subscriber.id is null
     or p_purpose = 'confirm' and subscriber.status <> 'pending'
     or p_purpose = 'unsubscribe' and subscriber.status = 'unsubscribed' then
    return;
  end if;
  perform private.queue_subscriber_mail(subscriber.id, p_purpose);
end $$;

/* Mails that are due, each with a new token whose hash replaces the stored one; they are the caller's for two minutes,
   then due again. Confirm links expire after seven days. First deletes sign-ups that were not confirmed in 30 days; who
   signs up again with such an address gets the seven days of the new mail, too. */
create function public.claim_subscriber_mails(p_limit integer default 20)
returns table (id uuid, purpose text, email text, wording text, token text, unsubscribe_token text)
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.subscribers s
  where s.status = 'pending' and s.consent_at < now() - interval '30 days' and not exists (
    select 1 from private.subscriber_mails m
    where m.subscriber_id = s.id and m.created_at > now() - interval '7 days');
  delete from private.subscriber_mails m where m.created_at < now() - interval '30 days';
  return query
    with due as (
      select m.id from private.subscriber_mails m
      where m.sent_at is null and m.due_at <= now() and m.attempts < 6
      order by m.due_at limit p_limit for update skip locked
    ), tokens as materialized (
      select d.id, encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex') as token from due d
    ), claimed as (
      update private.subscriber_mails m set
        attempts = m.attempts + 1,
        due_at = now() + interval '2 minutes' * (2 ^ m.attempts),
        token_hash = sha256(convert_to(t.token, 'UTF8')),
        expires_at = now() + interval '7 days'
      from tokens t where m.id = t.id
      returning m.id, m.purpose, m.subscriber_id, m.sign_up, t.token
    )
    select c.id, c.purpose, s.email, coalesce(c.sign_up ->> 'consent_wording', s.consent_wording), c.token, private.unsubscribe_token(s.id)
    from claimed c join public.subscribers s on s.id = c.subscriber_id;
end $$;

-- Records that a mail was sent, or why not.
create function public.finish_subscriber_mail(p_id uuid, p_error text) returns void
language sql security definer set search_path = ''
as $$
  update private.subscriber_mails
  set sent_at = case when p_error is null then now() end, error = left(p_error, 500) where id = p_id
$$;

/* Carries out the link of a mail. Each works once; a confirm link that is opened again says so while the address is
   subscribed, since mail scanners open links before readers do. */
create function public.open_subscriber_link(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.subscriber_mails;
  was text;
begin
  select m.* into mail from private.subscriber_mails m
  where m.token_hash = sha256(convert_to(p_token, 'UTF8')) and m.expires_at > now() for update;
  if mail.id is null then return 'link-expired'; end if;
  select s.status into was from public.subscribers s where s.id = mail.subscriber_id for update;

  if mail.purpose = 'confirm' then
    if mail.opened_at is null then
      update private.subscriber_mails m set opened_at = now()
      where m.subscriber_id = mail.subscriber_id and m.purpose = 'confirm' and m.opened_at is null;
      perform private.activate_subscriber(mail.subscriber_id, mail.sign_up);
      update public.subscribers set confirmed_at = now() where id = mail.subscriber_id;
      return 'confirmed';
    end if;
    return case when was = 'active' then 'confirmed' else 'link-expired' end;
  end if;

  update private.subscriber_mails m set opened_at = coalesce(m.opened_at, now()) where m.id = mail.id;
  if mail.purpose = 'data' then
    update public.subscribers set data_requested_at = now() where id = mail.subscriber_id and mail.opened_at is null;
    return 'data-requested';
  end if;
  if mail.purpose = 'erasure' then
    update public.subscribers set erasure_requested_at = now(), status = 'unsubscribed'
    where id = mail.subscriber_id and mail.opened_at is null;
    return 'erasure-requested';
  end if;
  return 'link-expired';
end $$;

-- Unsubscribing ------------------------------------------------------------------------------------------------------

-- Unsubscribe links work for ever and without a stored token: a part of a hash of this key and the subscriber's id.
create table private.unsubscribe_key (id boolean primary key default true check (id), key bytea not null);
alter table private.unsubscribe_key enable row level security;
insert into private.unsubscribe_key (key) select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

-- The token of a subscriber's unsubscribe link.
create function private.unsubscribe_token(p_subscriber uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select encode(uuid_send(p_subscriber) || substring(sha256(k.key || uuid_send(p_subscriber)) for 16), 'hex')
  from private.unsubscribe_key k
$$;

-- The subscriber of an unsubscribe link; null when the token is not one of ours.
create function private.unsubscribe_token_owner(p_token text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select t.id from (select case when p_token ~ '^[0-9a-f]{64}$' then left(p_token, 32)::uuid end as id) t
  where private.unsubscribe_token(t.id) = p_token
$$;

-- Ends a subscription. The same outcome for a row that is gone: nothing is left to unsubscribe.
create function public.unsubscribe(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare subscriber uuid := private.unsubscribe_token_owner(p_token);
begin
  if subscriber is null then return 'link-expired'; end if;
  update public.subscribers set status = 'unsubscribed' where id = subscriber and status <> 'unsubscribed';
  return 'unsubscribed';
end $$;

-- Restores a subscription within a day of its end, as it was.
create function public.undo_unsubscribe(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  subscriber uuid := private.unsubscribe_token_owner(p_token);
  restored text;
begin
  update public.subscribers set status = unsubscribed_from
  where id = subscriber and status = 'unsubscribed' and unsubscribed_from is not null
    and unsubscribed_at > now() - interval '1 day'
  returning status into restored;
  if restored is null then select s.status into restored from public.subscribers s where s.id = subscriber; end if;
  return case restored when 'active' then 'resubscribed' when 'pending' then 'still-pending' else 'link-expired' end;
end $$;

-- For staff ----------------------------------------------------------------------------------------------------------

-- Mails that are not sent yet, and why the latest of them failed. A mail that has failed six times is not tried again,
-- and does not count.
create function public.get_subscriber_mail_state() returns table (waiting bigint, error text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select count(*), (array_agg(m.error order by m.due_at desc) filter (where m.error is not null))[1]
    from private.subscriber_mails m
    where m.sent_at is null and m.attempts < 6 and m.created_at < now() - interval '1 minute';
end $$;

-- The subscribers that letters go to, with the token of each one's unsubscribe link; after p_after, by id.
create function public.get_mailing_list(p_after uuid default null, p_limit integer default 1000)
returns table (id uuid, email text, first_name text, preferences jsonb, unsubscribe_token text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select s.id, s.email, s.first_name, s.preferences, private.unsubscribe_token(s.id)
    from public.subscribers s where s.status = 'active' and (p_after is null or s.id > p_after)
    order by s.id limit p_limit;
end $$;

grant execute on function public.get_subscriber_mail_state(), public.get_mailing_list(uuid, integer) to authenticated;

-- supabase/schemas/prediction.sql ====================================================================================

-- What a publisher reads of changed rows, and which readers would find changed by writes that are not made yet.

/* The rows that events ({entity, entity_id}) name, by table, as a visitor may see them, with the authors and redirects of
   articles. */
create function private.public_rows(p_events jsonb) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare
  caller text := current_setting('role'); all_rows jsonb := '{}';
  changed_table text; ids text[]; columns text; source text; id_type text; found_rows jsonb;
begin
  set local role anon;
  -- Arrays, since a join may be planned as a scan of all articles.
  for changed_table, ids in
    with event as (select e ->> 'entity' as entity, e ->> 'entity_id' as id from jsonb_array_elements(p_events) e),
    article as (select a.id, a.author_id from public.articles a
                where a.id = any (array(select v.id::uuid from event v where v.entity = 'articles')))
    select wanted.entity, array_agg(wanted.id) from (
      select * from event
      union select 'profiles', a.author_id::text from article a where a.author_id is not null
      union select 'slug_redirects', r.id::text from public.slug_redirects r
        where r.article_id = any (array(select a.id from article a))) wanted
    group by wanted.entity
  loop
    select string_agg(format('t.%I', a.attname), ', '),
      coalesce(max(format_type(a.atttypid, null)) filter (where a.attname = 'id'), 'uuid')
    into columns, id_type
    from pg_attribute a where a.attrelid = format('public.%I', changed_table)::regclass and a.attnum > 0
      and not a.attisdropped and has_column_privilege(a.attrelid, a.attnum, 'select');
    source := format('public.%I', changed_table);
    if changed_table = 'author_profiles' then
      columns := '*';
      source := 'public.get_public_author_profiles()';
    elsif changed_table = 'articles' then
      columns := columns || $sql$, (select coalesce(jsonb_agg(jsonb_build_object('tag_id', g.tag_id)), '[]')
        from public.article_tags g where g.article_id = t.id) as article_tags$sql$;
    end if;
    execute format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from (select %s from %s t where t.id = any ($1::%s[])) r',
      columns, source, id_type) into found_rows using ids;
    all_rows := all_rows || jsonb_build_object(changed_table, found_rows);
  end loop;
  perform set_config('role', caller, true);
  return all_rows;
end $$;
grant execute on function private.public_rows(jsonb) to authenticated, service_role;

/* What readers would find changed by writes that are not made yet: makes them as the caller, with all their triggers,
   reads what a publisher would read then, and takes everything back. For those who may publish.
   p_changes: an array of {table, id, row} (id null inserts, row null deletes, else its columns are updated) and of
   {call, args}, a function of the schema public. Returns the `events` for the outbox, and as a visitor may see them the
   `rows` by table that these name, with the authors and redirects of articles. Raises what the writes raise, and 54000
   for more than 1,000 writes or changed rows, or a prediction among the writes. */
create function public.predict_change(p_changes jsonb) returns jsonb
language plpgsql security invoker set search_path = '' set lock_timeout = '500ms'
as $$
declare
  change jsonb; changed bigint; last_event bigint; columns text; new_values text; events jsonb; all_rows jsonb;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'You are not allowed to publish' using errcode = '42501';
  end if;
  -- Where the database has one connection (PGlite), 12,000 writes kept all other requests waiting for half a minute.
  if jsonb_array_length(p_changes) > 1000 or jsonb_path_exists(p_changes, '$[*] ? (@.call == "predict_change")') then
    raise exception 'Too many changes' using errcode = '54000';
  end if;
  select coalesce(max(id), 0) into last_event from public.publish_outbox;

  -- A block with an exception handler is a savepoint: what it wrote and announced is gone when it raises.
  begin
    for change in select * from jsonb_array_elements(p_changes) loop
      if change ? 'call' then
        select string_agg(format('%1$I => a.%1$I', arg.name), ', '),
          string_agg(format('%I %s', arg.name, format_type(arg.type, null)), ', ')
        into new_values, columns
        from pg_proc p, unnest(p.proargnames, p.proargtypes::oid[]) as arg (name, type)
        where p.oid = to_regproc(format('public.%I', change ->> 'call')) and change -> 'args' ? arg.name;
        execute format('select public.%I(%s) from jsonb_to_record($1) as a (%s)', change ->> 'call', new_values, columns)
        using change -> 'args';
        continue;
      end if;
      if change -> 'row' = 'null' then
        execute format('delete from public.%1$I where id = (jsonb_populate_record(null::public.%1$I, $1)).id',
          change ->> 'table') using change;
      else
        select string_agg(format('%I', key), ', '), string_agg(format('r.%I', key), ', ') into columns, new_values
        from jsonb_object_keys(change -> 'row') key;
        execute format(case when change -> 'id' = 'null'
          then 'insert into public.%1$I (%2$s) select %3$s from jsonb_populate_record(null::public.%1$I, $1) r'
          else 'update public.%1$I t set (%2$s) = row(%3$s) from jsonb_populate_record(null::public.%1$I, $1) r
            where t.id = (jsonb_populate_record(null::public.%1$I, $2)).id' end, change ->> 'table', columns, new_values)
        using change -> 'row', change;
      end if;
      get diagnostics changed = row_count;
      if changed = 0 then raise exception 'You are not allowed to change this' using errcode = '42501'; end if;
    end loop;

    select coalesce(jsonb_agg(distinct jsonb_build_object('entity', o.entity, 'entity_id', o.entity_id)), '[]') into events
    from public.publish_outbox o where o.id > last_event and o.created_at = now() and o.due_at <= now();
    if jsonb_array_length(events) > 1000 then
      raise exception 'Too many rows would change' using errcode = '54000';
    end if;

    all_rows := private.public_rows(events);
    raise exception 'taken back' using errcode = 'MT000';
  exception when sqlstate 'MT000' then
    return jsonb_build_object('events', events, 'rows', all_rows);
  end;
end $$;
grant execute on function public.predict_change(jsonb) to authenticated;

-- supabase/schemas/storage.sql =======================================================================================

-- Stored files: media/{user id}/{timestamp}.{ext} and fonts/{timestamp}_{name}.{ext}

-- The buckets take only the kinds of files that the magazine shows, and none that a browser would run as a page: no SVG,
-- no HTML. src/domain/media.ts and src/domain/font.ts have the same types; a test compares them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('media', 'media', true, 52428800, array[
    'image/avif', 'image/bmp', 'image/gif', 'image/heic', 'image/heif', 'image/jpeg', 'image/png', 'image/tiff',
    'image/webp', 'video/mp4', 'video/mpeg', 'video/ogg', 'video/quicktime', 'video/webm', 'video/x-matroska',
    'video/x-msvideo', 'audio/aac', 'audio/flac', 'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/webm',
    'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']),
  ('fonts', 'fonts', true, 10485760, array['font/ttf', 'font/woff', 'font/woff2'])
on conflict (id) do update
set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy "writers upload into their own media folder" on storage.objects for insert to authenticated
with check (bucket_id = 'media' and (select public.has_role('super_admin', 'editor', 'contributor'))
            and split_part(name, '/', 1) = (select auth.uid())::text);
create policy "editors upload fonts" on storage.objects for insert to authenticated
with check (bucket_id = 'fonts' and (select public.has_role('super_admin', 'editor')));
create policy "staff list stored files" on storage.objects for select to authenticated
using (bucket_id in ('media', 'fonts') and (select public.has_role('super_admin', 'editor', 'contributor')));

-- A stored file is deleted only after its row, so that no row is left without its file. A file that never got a row (an
-- interrupted upload) may also be deleted by its uploader.
create policy "media files without a row are cleared away" on storage.objects for delete to authenticated
using (bucket_id = 'media'
       and ((select public.has_role('super_admin', 'editor'))
            or ((select public.has_role('contributor')) and split_part(name, '/', 1) = (select auth.uid())::text))
       and not exists (select 1 from public.media m where m.storage_path = objects.name or m.thumbnail_path = objects.name));
create policy "font files without a row are cleared away" on storage.objects for delete to authenticated
using (bucket_id = 'fonts' and (select public.has_role('super_admin', 'editor'))
       and not exists (select 1 from public.fonts f where right(f.font_file_path, length(objects.name) + 1) = '/' || objects.name));
