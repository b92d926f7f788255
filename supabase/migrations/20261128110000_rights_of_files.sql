-- The right to show a file: credit, source, licence, restriction, time, release, and how it was made. A file whose right does
-- not hold is not published, and disappears from what is. A file of the library can be replaced.

alter table public.media
  add column credit text check (char_length(credit) <= 300),
  add column source text check (char_length(source) <= 500),
  add column licence text check (char_length(licence) <= 200),
  add column licence_url text check (licence_url ~ '^https?://[^[:space:]]+$' and char_length(licence_url) <= 2000),
  add column restriction text check (char_length(restriction) <= 2000),
  add column usable_from timestamptz constraint media_usable_from_finite check (isfinite(usable_from)),
  add column usable_until timestamptz constraint media_usable_until_finite check (isfinite(usable_until)),
  add column release_on_file boolean not null default false,
  add column made_by text check (made_by in ('photograph', 'rendering', 'generated')),
  add column rights_override text check (char_length(rights_override) <= 500),
  add column rights_override_at timestamptz,
  add constraint media_usable_period_check check (usable_from < usable_until);
create index media_usable_until_idx on public.media (usable_until);
grant select (credit, licence, licence_url, made_by) on public.media to anon;
alter table public.audit_log drop constraint audit_log_kind_check, add constraint audit_log_kind_check
check (kind in ('sign-in', 'account-created', 'account-invited', 'account-deleted', 'role', 'publish',
  'unpublish', 'delete', 'restore', 'settings', 'export', 'second-factor', 'session', 'rights'));

-- What staff search.
create or replace function public.search_text(public.media) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.original_filename, $1.alt_text, $1.caption, $1.credit)) $$;

-- Whether the right to show a file holds at a time. An override stands for the begin, and for an end that had passed when
-- it was given.
create function private.is_usable(
  p_usable_from timestamptz, p_usable_until timestamptz, p_override_at timestamptz, p_at timestamptz)
returns boolean
language sql immutable set search_path = ''
as $$
  select (p_usable_from is null or p_usable_from <= p_at or p_override_at is not null)
    and (p_usable_until is null or p_usable_until > p_at or coalesce(p_override_at >= p_usable_until, false))
$$;
grant execute on function private.is_usable(timestamptz, timestamptz, timestamptz, timestamptz) to anon, authenticated;

drop policy "readers see the files of what is published" on public.media;
drop policy "writers see all files" on public.media;
create policy "readers see the files of what is published" on public.media for select to anon
using (private.is_usable(usable_from, usable_until, rights_override_at, now()) and private.is_published_file(storage_path));
create policy "writers see all files" on public.media for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor'))
       or private.is_usable(usable_from, usable_until, rights_override_at, now())
          and private.is_published_file(storage_path));

-- An update changes the description of a file, never the file itself or its uploader, who becomes null when the account
-- is deleted.
create or replace function private.before_media_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_service() or current_setting('mantel.replaced_media', true) = old.id::text then return new; end if;
  new.id := old.id;
  new.created_at := old.created_at;
  new.storage_path := old.storage_path;
  new.thumbnail_path := old.thumbnail_path;
  new.filename := old.filename;
  new.mime_type := old.mime_type;
  new.size_bytes := old.size_bytes;
  new.uploaded_by := old.uploaded_by;
  if to_jsonb(new) <> to_jsonb(old) and private.is_file_of_editors(old.storage_path) then
    raise exception 'This file is published. An editor can change its texts and its focus.' using errcode = '23514';
  end if;
  return new;
end $$;

-- An override is given by an editor, while the right does not hold.
create function private.before_rights_override() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.rights_override := nullif(trim(new.rights_override), '');
  if tg_op = 'UPDATE' and new.rights_override is not distinct from old.rights_override then
    new.rights_override_at := old.rights_override_at;
    return new;
  end if;
  if not private.is_service() then
    if not public.has_role('super_admin', 'editor') then
      raise exception 'Only editors have a file shown outside of the time for which it may be used' using errcode = '42501';
    end if;
    if new.rights_override is not null and private.is_usable(new.usable_from, new.usable_until, null, now()) then
      raise exception 'This file may be used now: no reason is needed to show it' using errcode = '23514';
    end if;
    new.rights_override_at := now();
  end if;
  new.rights_override_at := case when new.rights_override is not null then coalesce(new.rights_override_at, now()) end;
  return new;
end $$;
create trigger before_rights_override_insert before insert on public.media
for each row when (new.rights_override is not null or new.rights_override_at is not null)
execute function private.before_rights_override();
create trigger before_rights_override before update on public.media
for each row when (new.rights_override is distinct from old.rights_override
                   or new.rights_override_at is distinct from old.rights_override_at)
execute function private.before_rights_override();

-- Adds to the outbox when the right to show a file will begin and end.
create function private.schedule_rights() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare moment timestamptz;
begin
  foreach moment in array array_remove(array[new.usable_from, new.usable_until], null) loop
    if moment > clock_timestamp() then perform private.enqueue('media', new.id::text, moment); end if;
  end loop;
  return null;
end $$;
create trigger schedule_rights after insert or update of usable_from, usable_until on public.media
for each row execute function private.schedule_rights();

create function private.log_rights_override() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_audit_entry('rights', 'media', new.id::text, private.audit_subject('media', to_jsonb(new)),
    coalesce('Shown outside of the time of its right: ' || new.rights_override, 'Not shown outside of the time of its right any more'));
  return null;
end $$;
create trigger log_rights_override_insert after insert on public.media
for each row when (new.rights_override is not null) execute function private.log_rights_override();
create trigger log_rights_override after update of rights_override on public.media
for each row when (new.rights_override is distinct from old.rights_override) execute function private.log_rights_override();

-- The number of files of a kind, and their total size. p_words are the words that are searched for, each with the LIKE
-- patterns of which search_text has to match one.
create or replace function public.media_totals(p_kind text default 'all', p_words jsonb default '[]')
returns table (files bigint, bytes bigint)
language sql stable security invoker set search_path = ''
as $$
  select count(*), coalesce(sum(m.size_bytes), 0)::bigint
  from public.media m
  where not exists (
      select 1 from jsonb_array_elements(p_words) word
      where public.search_text(m) not like all (array(select jsonb_array_elements_text(word))))
    and case p_kind
      when 'images' then m.mime_type like 'image/%'
      when 'videos' then m.mime_type like 'video/%'
      when 'documents' then m.mime_type not like all (array['image/%', 'video/%', 'audio/%'])
      when 'ending' then m.usable_until > now() and m.usable_until <= now() + interval '30 days'
      when 'ended' then m.usable_until <= now()
      when 'uncredited' then m.mime_type like 'image/%' and m.credit is null
      else true end
$$;

/* Raises 23514 when a row that is to be published names files of the library that may not be shown at that time. Only the
   references p_addresses are looked at; null: all. The error's detail is the id of the first such file. */
create function private.require_rights(p_table text, p_row_id text, p_at timestamptz, p_addresses text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare refused record;
begin
  -- Where a file is replaced, the new one is shown or not as the old one was.
  if p_addresses = '{}' or current_setting('mantel.replaced_media', true) <> '' then return; end if;
  select string_agg(format('“%s” %s', f.name, f.reason), ', ' order by f.name) as files, min(f.id::text) as first
  into refused from (
    select distinct m.id, m.original_filename as name, case
      when m.usable_from > p_at then 'may be shown only from '
        || to_char(m.usable_from at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI')
      else 'may be shown only until '
        || to_char(m.usable_until at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI') end as reason
    from private.media_references r
    join public.media m on private.file_stem(m.storage_path) = r.stem
    where r.table_name = p_table and r.row_id = p_row_id and (p_addresses is null or r.address = any (p_addresses))
      and (m.usable_from is not null or m.usable_until is not null)
      and not private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, p_at)
      and private.is_address_of(r.address, m.storage_path)) f;
  if refused.files is not null then
    raise exception 'Not published: %. Use another file, or let an editor give a reason to show it in the media library.',
      refused.files using errcode = '23514', detail = refused.first;
  end if;
end $$;

-- Trigger of tables whose texts name files. Argument: the column with the id of the row. The table's name as text:
-- tg_table_name has the collation "C", with which no index of media_references can be used.
create or replace function private.update_media_references() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_table text := tg_table_name;
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  owner_id text := coalesce(new_row, old_row) ->> tg_argv[0];
  seen_from timestamptz := private.public_from(owner_table, new_row);
  seen_before timestamptz := private.public_from(owner_table, old_row);
  -- They name no file, so that a publish reads no text.
  ignored text[] := array['updated_at', 'version', 'status', 'published_at', 'publish_at', 'deleted_at', 'hero',
    'featured', 'read_time'];
  addresses text[]; added text[] := '{}';
begin
  if tg_op = 'DELETE' then
    delete from private.media_references r where r.table_name = owner_table and r.row_id = owner_id;
    return null;
  end if;
  if tg_op = 'INSERT' or old_row - ignored <> new_row - ignored then
    addresses := array(select private.addresses_in(new_row));
    delete from private.media_references r
    where r.table_name = owner_table and r.row_id = owner_id and r.address <> all (addresses);
    added := array(
      select a from unnest(addresses) a
      where a not in (select r.address from private.media_references r
                      where r.table_name = owner_table and r.row_id = owner_id));
    insert into private.media_references (table_name, row_id, address, stem, public_from)
    select owner_table, owner_id, a, private.file_stem(a), seen_from from unnest(added) a;
  end if;
  update private.media_references r set public_from = seen_from
  where r.table_name = owner_table and r.row_id = owner_id and r.public_from is distinct from seen_from;
  if seen_from is not null then
    -- What readers were shown before only ceases to be shown.
    perform private.require_rights(owner_table, owner_id, greatest(seen_from, now()),
      case when seen_before = seen_from then added end);
  end if;
  return null;
end $$;

-- Files that rows which readers see still name, but that are not shown: their right does not hold now, or they were deleted.
-- Nothing is written when a right ends: the rows are read without these files from then on.

-- Files that were deleted from the library, by the storage path that no other file gets.
create table private.deleted_media (
  storage_path text primary key,
  media_id uuid not null,
  -- private.file_stem of the path.
  stem text not null
);
create index deleted_media_stem_idx on private.deleted_media (stem);
create index deleted_media_media_idx on private.deleted_media (media_id);
alter table private.deleted_media enable row level security;

create function private.note_deleted_media() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    delete from private.deleted_media d where d.storage_path = new.storage_path;
  elsif tg_op = 'DELETE' or new.storage_path <> old.storage_path then
    insert into private.deleted_media (storage_path, media_id, stem)
    values (old.storage_path, old.id, private.file_stem(old.storage_path)) on conflict do nothing;
  end if;
  return null;
end $$;
-- By its name before public_row_changed, whose build reads what is noted here.
create trigger note_deleted_media after insert or delete or update of storage_path on public.media
for each row execute function private.note_deleted_media();

-- Whoever writes a row of media computes what its index holds.
grant execute on function private.file_stem(text) to authenticated, service_role;
create index media_limited_idx on public.media (private.file_stem(storage_path))
where usable_from is not null or usable_until is not null;

-- The paths of the files that a row names and that are not shown. In PL/pgSQL, which keeps its plan.
create function private.withdrawn_files(p_table text, p_row_id text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- A load of all stories asks for each.
  if not exists (select from public.media m where m.usable_from is not null or m.usable_until is not null)
     and not exists (select from private.deleted_media) then
    return '{}';
  end if;
  return array(
    select distinct f.storage_path
    from private.media_references r
    cross join lateral (
      select m.storage_path from public.media m
      where private.file_stem(m.storage_path) = r.stem and (m.usable_from is not null or m.usable_until is not null)
        and not private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, now())
      union all
      select d.storage_path from private.deleted_media d where d.stem = r.stem
    ) f
    where r.row_id = p_row_id and r.table_name = p_table and private.is_address_of(r.address, f.storage_path)
    order by 1);
end $$;

-- Whether an address names one of these files.
create function private.names_one_of(p_address text, p_paths text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from unnest(p_paths) path where private.names_file(to_jsonb(p_address), path))
$$;

-- Events ({id, entity, entity_id}), and in the name of those of files the rows that readers see and that name the file.
create function private.with_rows_of_files(p_events jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not jsonb_path_exists(p_events, '$[*] ? (@.entity == "media")') then return p_events; end if;
  return p_events || (
    select coalesce(jsonb_agg(distinct e || jsonb_build_object('entity', r.table_name, 'entity_id', r.row_id)), '[]')
    from jsonb_array_elements(p_events) e
    cross join lateral (
      select m.storage_path from public.media m where m.id = (e ->> 'entity_id')::uuid
      union all
      select d.storage_path from private.deleted_media d where d.media_id = (e ->> 'entity_id')::uuid
    ) f
    join private.media_references r on r.stem = private.file_stem(f.storage_path)
    where e ->> 'entity' = 'media' and r.public_from <= now() and private.is_address_of(r.address, f.storage_path));
end $$;
grant execute on function private.with_rows_of_files(jsonb) to authenticated;

-- The files that are left out where readers see the row.
create function public.withdrawn_files(public.articles) returns text[]
language sql stable security definer set search_path = ''
as $$ select private.withdrawn_files('articles', $1.id::text) $$;
grant execute on function public.withdrawn_files(public.articles) to anon, authenticated;

-- The files that are left out where readers see the row.
create function public.withdrawn_files(public.pages) returns text[]
language sql stable security definer set search_path = ''
as $$ select private.withdrawn_files('pages', $1.id::text) $$;
grant execute on function public.withdrawn_files(public.pages) to anon, authenticated;

/* Claims events that are due, by the database's clock, but for those of the builds `p_running`, as a new build. Events of
   one transaction have its time; more than 50 of them are an import. Others go before it: while there are any, they alone
   are claimed. While builds are running, with `p_joins` an import, and more than 50 other events, join the last of
   `p_running`; without it an import waits. What is due while a build goes before another joins it, unless rows of one
   transaction are to be shown together. A part of begin_build, which adds the rows: a security definer may not take a
   visitor's role. */
create or replace function private.start_build(p_lease bigint, p_kind text, p_running bigint[], p_joins boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  claimed jsonb; ids bigint[]; has_more boolean; is_many boolean; has_import boolean; are_together boolean;
  next_due timestamptz; build bigint;
begin
  perform private.require_publisher_lease(p_lease);
  with pending as (
    select o.id, o.entity, o.entity_id, o.created_at, count(*) over (partition by o.created_at) > 50 as is_import
    from public.publish_outbox o
    where o.processed_at is null and o.due_at <= now() and coalesce(o.build_id <> all (p_running), true)
  ), taken as (
    select * from pending
    where p_kind <> 'publish' or not is_import
      or (p_joins or p_running = '{}') and not exists (select from pending where not is_import)
    order by id limit 5000
  )
  select jsonb_agg(jsonb_build_object('id', t.id, 'entity', t.entity, 'entity_id', t.entity_id) order by t.id),
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
end $$;

/* Asks the static host for a build when something is due that it was not asked for yet, and again when the last call
   failed: 5 attempts, 1, 2, 4 and 8 minutes apart. Once a transaction at most. Runs when something is published; for
   scheduled articles and further attempts it has to run every minute; the guide to going live says how. */
create or replace function private.call_build_hook() returns void
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
        select 1 from public.media m where m.id = o.entity_id::uuid and m.created_at = o.created_at and o.due_at = o.created_at) end
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

/* The rows that events ({entity, entity_id}) name, by table, as a visitor may see them, with the authors and redirects of
   articles, and the files that the rows name. */
create or replace function private.public_rows(p_events jsonb) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare
  caller text := current_setting('role'); all_rows jsonb := '{}';
  changed_table text; ids text[]; columns text; source text; id_type text; found_rows jsonb;
begin
  p_events := p_events || private.media_events(p_events);
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
    if changed_table in ('articles', 'pages') then
      columns := columns || ', public.withdrawn_files(t) as withdrawn_files';
    end if;
    execute format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from (select %s from %s t where t.id = any ($1::%s[])) r',
      columns, source, id_type) into found_rows using ids;
    all_rows := all_rows || jsonb_build_object(changed_table, found_rows);
  end loop;
  perform set_config('role', caller, true);
  return all_rows;
end $$;

/* What readers would find changed by writes that are not made yet: makes them as the caller, with all their triggers,
   reads what a publisher would read then, and takes everything back. For those who may publish.
   p_changes: an array of {table, id, row} (id null inserts, row null deletes, else its columns are updated) and of
   {call, args}, a function of the schema public. Returns the `events` for the outbox, and as a visitor may see them the
   `rows` by table that these name, with the authors and redirects of articles. Raises what the writes raise, and 54000
   for more than 1,000 writes or changed rows, or a prediction among the writes. */
create or replace function public.predict_change(p_changes jsonb) returns jsonb
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

    events := private.with_rows_of_files(events);
    all_rows := private.public_rows(events);
    raise exception 'taken back' using errcode = 'MT000';
  exception when sqlstate 'MT000' then
    return jsonb_build_object('events', events, 'rows', all_rows);
  end;
end $$;

-- The columns of author profiles that readers may see.
create or replace function public.get_public_author_profiles()
returns table (id uuid, slug text, name text, role text, bio text, image_url text, email text,
               created_at timestamptz, social_links jsonb, profile_id uuid)
language sql stable security definer set search_path = ''
as $$
  select a.id, a.slug, a.name, a.role, a.bio,
    case when cardinality(private.withdrawn_files('author_profiles', a.id::text)) = 0 then a.image_url end, a.email, a.created_at, a.social_links, a.profile_id
  from public.author_profiles a order by a.name, a.id
$$;

/* A page of the published articles that match every filter, and how many match: {"total", "stories": [...]}. '' and null
   mean no filter. p_text is searched in title and excerpt; p_category and p_author are names as readers see them;
   p_least and p_most are minutes of read time, p_usual those of an article without one; p_sort is latest, oldest, title
   or read-time. At most 100 articles are returned. Beyond the last page there are none, but the total is right.

   With a text the last page has "close", too: {"total", "stories", "words", "meant"}, the stories that do not contain the
   text but all of its words; or, where there is none, those with the words that may be meant by the ones that no story
   has ("meant" is the text with them); or, where there is none either, those with at least half of the words. They come by
   how close they are, unless p_sort is another order than latest. Where no story contains the text, they are paged in the
   place of the others. "words" are those that were looked for, in all their forms (private.query_words); the "passage" of
   a story is the part of its body with one of them, where its title, standfirst and excerpt do not match. */
create or replace function public.find_stories(
  p_text text default '', p_category text default '', p_author text default '', p_least integer default null,
  p_most integer default null, p_usual integer default null, p_sort text default 'latest', p_skip integer default 0,
  p_take integer default 12)
returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  skip integer := greatest(p_skip, 0);
  take integer := least(greatest(p_take, 0), 100);
  filters text := '';
  containing text := '';
  -- Null for the latest first.
  ordering text := case p_sort
    when 'oldest' then 'published_at'
    when 'title' then 'title'
    when 'read-time' then format('coalesce(read_time, %L::integer), published_at desc', p_usual)
  end;
  columns text := $sql$a.id, a.title, a.title_emphasis, a.slug, a.excerpt,
    case when not private.names_one_of(a.featured_image, public.withdrawn_files(a)) then a.featured_image end as featured_image,
    a.read_time,
    (select jsonb_build_object('name', c.name, 'color', c.color) from public.categories c where c.id = a.category_id) as category$sql$;
  result jsonb;
  total integer;
begin
  if p_category <> '' then
    filters := format(' and a.category_id in (select c.id from public.categories c where c.name = %L)', p_category);
  end if;
  if p_author <> '' then
    filters := filters || format(' and a.author_id in (select p.id from public.profiles p where p.full_name = %L)', p_author);
  end if;
  if p_least is not null then
    filters := filters || format(' and coalesce(a.read_time, %L::integer) >= %L', p_usual, p_least);
  end if;
  if p_most is not null then
    filters := filters || format(' and coalesce(a.read_time, %L::integer) <= %L', p_usual, p_most);
  end if;
  if p_text <> '' then containing := ' and (a.title ilike $1 or a.excerpt ilike $1)'; end if;
  -- With a filter the matches are computed once, for the count and the page together; without one each of the two uses its
  -- own index.
  execute format($query$
    with matching as %s (
      select a.id, a.title, a.published_at, a.read_time from public.articles a
      where a.status = 'published' and a.published_at <= now() and a.deleted_at is null %s
    ),
    page as (select f.id from matching f order by %3$s, f.id limit $3 offset $2)
    select jsonb_build_object(
      'total', (select count(*) from matching),
      'stories', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select %4$s from page join public.articles a using (id) order by %3$s, a.id
      ) s))
  $query$, case filters || containing when '' then 'not materialized' else 'materialized' end,
    filters || containing, coalesce(ordering, 'published_at desc'), columns)
  into result using private.ilike_pattern(p_text), skip, take;

  total := result ->> 'total';
  if coalesce(p_text, '') = '' or total > 0 and not total between skip + 1 and skip + take then return result; end if;
  return result || jsonb_build_object('close',
    private.find_close_stories(p_text, total, filters, ordering, columns, skip, take));
end $$;

-- Another file in the place of one in the library. The bytes at an address never change (storage.sql), so the new file has
-- an address of its own, which takes the place of the old one wherever that is named.

-- A regular expression for a path in the text of a JSON value: each sign as it is or percent-encoded, slashes also with the
-- backslashes of JSON within a text.
create function private.path_pattern(p_path text) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(case when sign = '/' then '(?:\\*/|%2[fF])'
    else format('(?:%s|%s|%s)', regexp_replace(sign, '([^[:alnum:]])', '\\\1'), encoded, upper(encoded)) end, '' order by place)
  from string_to_table(p_path, null) with ordinality as signs (sign, place),
    lateral (select regexp_replace(encode(convert_to(sign, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) as hex (encoded)
$$;

-- A value with the address of another file in the place of one.
create function private.with_other_path(p_value jsonb, p_old text, p_new text) returns jsonb
language sql immutable set search_path = ''
as $$
  select regexp_replace(p_value::text, private.path_pattern('/' || p_old) || '(?![[:alnum:]_-]|\.[[:alnum:]])',
    '/' || replace(btrim(to_jsonb(p_new)::text, '"'), '\', '\\'), 'g')::jsonb
$$;

/* Replaces the file of a row of the library by one that the caller has stored: p_file is an object with the columns
   storage_path, thumbnail_path, filename, original_filename, mime_type, size_bytes, width and height. Texts, rights and focus
   stay. In the same transaction every row that names the file gets the new address, and so do the former versions of
   stories that name it now. Returns the storage paths that are to be removed next.
   Raises PT404 when the file is gone, 42501 for others than editors, 23514 for a file of another kind, and when a text spells
   the address in a way that is not replaced. */
create function public.replace_media(p_media uuid, p_file jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  was public.media; file public.media := jsonb_populate_record(null::public.media, p_file);
  named record; key text; before jsonb; after jsonb; columns text; new_values text;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors replace files' using errcode = '42501';
  end if;
  select * into was from public.media where id = p_media for update;
  if not found then raise exception 'This file is gone already' using errcode = 'PT404'; end if;
  if split_part(was.mime_type, '/', 1) <> split_part(file.mime_type, '/', 1) then
    raise exception 'A file is replaced by one of its kind: a picture by a picture' using errcode = '23514';
  end if;
  if split_part(file.storage_path, '/', 1) <> auth.uid()::text or not exists (
    select 1 from storage.objects o where o.bucket_id = 'media' and o.name = file.storage_path) then
    raise exception 'The new file has to be uploaded first' using errcode = '23514';
  end if;

  perform set_config('mantel.replaced_media', p_media::text, true);
  update public.media set storage_path = file.storage_path, thumbnail_path = file.thumbnail_path,
    filename = file.filename, original_filename = file.original_filename, mime_type = file.mime_type,
    size_bytes = file.size_bytes, width = file.width, height = file.height
  where id = p_media;
  delete from public.media_focus_proposals where media_id = p_media;

  for named in
    select r.table_name, r.row_id from private.media_references r
    where r.stem = private.file_stem(was.storage_path) and private.is_address_of(r.address, was.storage_path)
    group by 1, 2
    -- An article before its working copy, which is of its version.
    order by r.table_name <> 'articles', 1, 2
  loop
    key := case named.table_name when 'article_working_copies' then 'article_id' else 'id' end;
    execute format('select to_jsonb(t) from public.%I t where t.%I::text = $1 for update', named.table_name, key)
    into before using named.row_id;
    after := private.with_other_path(before, was.storage_path, file.storage_path);
    after := private.with_other_path(after, regexp_replace(was.storage_path, '\.[^./]*$', '') || '-thumb.webp',
      coalesce(file.thumbnail_path, file.storage_path));
    if private.names_file(after, was.storage_path) then
      raise exception '“%” names this file in a way that cannot be replaced. Choose the picture anew there first.',
        coalesce(private.audit_subject(named.table_name, before), 'A text') using errcode = '23514';
    end if;
    select string_agg(format('%I', a.key), ', '), string_agg(format('r.%I', a.key), ', ') into columns, new_values
    from jsonb_each(after) a where a.value is distinct from before -> a.key;
    execute format('update public.%1$I t set (%2$s) = row(%3$s) from jsonb_populate_record(null::public.%1$I, $1) r
      where t.%4$I::text = $2', named.table_name, columns, new_values, key) using after, named.row_id;
    if named.table_name = 'articles' then
      update public.article_working_copies w set base_version = w.base_version + 1
      where w.article_id = named.row_id::uuid and w.base_version = (before ->> 'version')::integer;
      update public.article_revisions v set data = private.with_other_path(v.data, was.storage_path, file.storage_path)
      where v.article_id = named.row_id::uuid and strpos(v.data::text, was.storage_path) > 0;
    end if;
  end loop;
  perform set_config('mantel.replaced_media', '', true);
  return array_remove(array[was.storage_path, was.thumbnail_path], null);
end $$;
grant execute on function public.replace_media(uuid, jsonb) to authenticated;
