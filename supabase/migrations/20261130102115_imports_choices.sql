CREATE OR REPLACE FUNCTION private.is_silent()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce(current_setting('mantel.silent', true), '') = 'on' $function$
;

revoke all on function private.is_silent() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.start_build(p_lease bigint, p_kind text, p_running bigint[], p_joins boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claimed jsonb; ids bigint[]; has_more boolean; is_many boolean; has_import boolean; are_together boolean;
  next_due timestamptz; build bigint;
begin
  perform private.require_publisher_lease(p_lease);
  with pending as (
    select o.id, o.entity, o.entity_id, o.is_silent, o.created_at, count(*) over (partition by o.created_at) > 50 as is_import
    from public.publish_outbox o
    where o.processed_at is null and o.due_at <= now() and coalesce(o.build_id <> all (p_running), true)
  ), taken as (
    select * from pending
    where p_kind <> 'publish' or not is_import
      or (p_joins or p_running = '{}') and not exists (select from pending where not is_import)
    order by id limit 5000
  )
  select jsonb_agg(jsonb_build_object('id', t.id, 'entity', t.entity, 'entity_id', t.entity_id, 'is_silent', t.is_silent)
      order by t.id),
    array_agg(t.id), count(*) < (select count(*) from pending), count(*) > 50,
    coalesce(bool_or(t.is_import), false),
    exists (select from taken group by created_at having count(distinct (entity, entity_id)) > 1)
  into claimed, ids, has_more, is_many, has_import, are_together
  from taken t;
  claimed := private.with_rows_of_files(claimed);
  select min(due_at) into next_due from public.publish_outbox where processed_at is null and due_at > now();
  if p_joins and is_many or cardinality(p_running) > 1 and claimed is not null and not are_together then
    build := p_running[cardinality(p_running)];
  elsif claimed is not null or p_kind <> 'publish' then
    -- A full build, or one after a failure, runs even when nothing is due.
    update public.builds set status = 'cut short', finished_at = now()
    where status = 'running' and id <> all (p_running);
    insert into public.builds (kind) values (p_kind) returning id into build;
  end if;
  update public.publish_outbox set build_id = build where id = any (ids);
  return jsonb_build_object('build_id', build, 'events', coalesce(claimed, '[]'), 'has_more', has_more,
    'is_many', is_many, 'is_import', has_import, 'are_together', are_together,
    'next_due_ms', case when next_due is not null then ceil(extract(epoch from (next_due - clock_timestamp())) * 1000) end);
end $function$
;

alter table public.publish_outbox add column is_silent boolean default false not null;

CREATE OR REPLACE FUNCTION private.enqueue(p_entity text, p_id text, p_due timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare event_id bigint;
begin
  insert into public.publish_outbox (entity, entity_id, due_at, is_silent)
  values (p_entity, p_id, greatest(p_due, now()), private.is_silent() and p_due <= now())
  returning id into event_id;
  perform pg_notify('publish', event_id::text);
end $function$
;

alter table public.imports add column choices jsonb;

alter table public.imports add constraint imports_choices_check CHECK ((jsonb_typeof(choices) = 'object'::text));

CREATE OR REPLACE FUNCTION private.import_tables()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['sections', 'categories', 'tags', 'author_profiles', 'media', 'pages', 'articles', 'menus', 'site_settings',
    'slug_redirects', 'subscribers']
$function$
;

CREATE OR REPLACE FUNCTION private.import_place(p_table text, p_key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_table when 'slug_redirects' then format('t.kind = ''custom'' and t.old_slug = %L', p_key)
    -- It has one row.
    when 'site_settings' then 'true'
    else format('t.id = %L', p_key) end
$function$
;

CREATE OR REPLACE FUNCTION private.import_row(p_import uuid, p_table text, p_key text, p_values jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Times are set when a row is made; later the database sets them.
  names text[] := array(
    select key from jsonb_object_keys(p_values) key where key not in ('created_at', 'updated_at') order by key);
  digest text := md5(p_values::text);
  last private.imported_rows;
  present jsonb;
begin
  if not p_table = any (private.import_tables()) then
    raise exception 'An import writes no rows of %', p_table using errcode = '22023';
  end if;
  perform set_config('mantel.silent', 'on', true);
  if p_table = 'site_settings' then insert into public.site_settings default values on conflict do nothing; end if;
  select * into last from private.imported_rows r
  where r.row_table = p_table and r.row_key = p_key order by r.id desc limit 1;
  if last.stored = '' then
    delete from private.imported_rows r where r.id = last.id;
    last := null;
  end if;
  present := private.imported_row(p_table, p_key, coalesce(last.columns, names));
  if last.id is not null then
    if present is null or md5(present::text) <> last.stored then return 'kept'; end if;
    if last.sent = digest then return 'same'; end if;
    present := private.imported_row(p_table, p_key, names);
  -- Menus and settings are written where somebody has chosen so.
  elsif present is not null and p_table not in ('menus', 'site_settings')
    -- Who is here already keeps what they chose, also to get nothing; who was erased here stays away.
    or p_table = 'subscribers' and (private.is_erased(p_values ->> 'email') or exists (
      select from public.subscribers s where lower(s.email) = lower(p_values ->> 'email'))) then
    return 'kept';
  end if;
  begin
    perform private.write_imported_row(p_table, p_key, p_values);
  exception
    when integrity_constraint_violation or data_exception or raise_exception or insufficient_privilege then
      return sqlerrm;
  end;
  insert into private.imported_rows (import_id, row_table, row_key, columns, before, sent, stored)
  values (p_import, p_table, p_key, names, present, digest, md5(private.imported_row(p_table, p_key, names)::text))
  on conflict (import_id, row_table, row_key)
  do update set columns = excluded.columns, sent = excluded.sent, stored = excluded.stored;
  return case when present is null then 'made' else 'changed' end;
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_imported_rows(p_import uuid, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  written private.imported_rows; present jsonb; path text; taken integer := 0; kept integer := 0; files text[] := '{}';
  remaining integer;
begin
  perform set_config('mantel.silent', 'on', true);
  for written in
    select * from private.imported_rows r where r.import_id = p_import
    order by r.row_table = 'media', r.id desc limit p_limit
  loop
    present := private.imported_row(written.row_table, written.row_key, written.columns);
    if present is null then
      -- Of a picture whose row is gone, the record stays until its file is, too.
      path := (select d.storage_path from private.deleted_media d
        join storage.objects o on o.bucket_id = 'media' and o.name = d.storage_path
        where written.row_table = 'media' and d.media_id = written.row_key::uuid limit 1);
      if path is not null then
        files := files || path;
        continue;
      end if;
    elsif md5(present::text) <> written.stored
      or written.before is null and written.row_table = 'media' and private.is_named_file(present ->> 'storage_path') then
      kept := kept + 1;
    elsif written.before is null then
      execute format('delete from public.%I t where ', written.row_table)
        || private.import_place(written.row_table, written.row_key);
      taken := taken + 1;
      if written.row_table = 'media' then
        -- Once more for its file. Until then an import makes it anew.
        update private.imported_rows r set stored = '' where r.id = written.id;
        continue;
      end if;
    else
      perform private.write_imported_row(written.row_table, written.row_key, written.before);
      taken := taken + 1;
    end if;
    delete from private.imported_rows r where r.id = written.id;
  end loop;
  select count(*) into remaining from private.imported_rows r where r.import_id = p_import;
  if remaining = 0 then
    update public.imports set status = 'undone', ended_at = now() where id = p_import;
  end if;
  return jsonb_build_object('taken', taken, 'kept', kept, 'remaining', remaining, 'files', files);
end $function$
;

CREATE OR REPLACE FUNCTION private.is_named_file(p_path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.media_references r
    where r.stem = private.file_stem(p_path) and private.is_address_of(r.address, p_path))
$function$
;

revoke all on function private.is_named_file(text) from public, anon, authenticated, service_role;

create table private.erased_addresses (
  digest bytea not null,
  erased_at timestamp with time zone default now() not null
);

alter table private.erased_addresses enable row level security;

revoke all on table private.erased_addresses from public, anon, authenticated, service_role;

alter table private.erased_addresses add constraint erased_addresses_pkey PRIMARY KEY (digest);

CREATE OR REPLACE FUNCTION private.address_digest(p_email text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select sha256(k.key || convert_to(lower(btrim(p_email)), 'UTF8')) from private.unsubscribe_key k $function$
;

revoke all on function private.address_digest(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_erased(p_email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from private.erased_addresses e where e.digest = private.address_digest(p_email)) $function$
;

revoke all on function private.is_erased(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.note_erased_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Neither an import that is taken back nor a sign-up that nobody confirmed asks to be erased.
  if private.is_service() then return null; end if;
  insert into private.erased_addresses (digest) values (private.address_digest(old.email)) on conflict do nothing;
  return null;
end $function$
;

revoke all on function private.note_erased_address() from public, anon, authenticated, service_role;

CREATE TRIGGER note_erased_address AFTER DELETE ON public.subscribers FOR EACH ROW EXECUTE FUNCTION private.note_erased_address();
