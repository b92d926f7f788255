-- What a publisher reads of changed rows, and which readers would find changed by writes that are not made yet.

-- Events ({entity, entity_id}) of the files of the media library that the rows of events name. In PL/pgSQL, which keeps its
-- plans.
create function private.media_events(p_events jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Arrays, since joins may be planned as scans of all files and references.
declare ids text[] := array(select e ->> 'entity_id' from jsonb_array_elements(p_events) e); paths text[];
begin
  -- Each end of an address may be the path of a file.
  paths := array(
    select array_to_string(a.parts[part:], '/')
    from private.media_references r
    cross join lateral string_to_array(r.address, '/') as a (parts)
    cross join lateral generate_subscripts(a.parts, 1) as part
    where r.row_id = any (ids));
  return (
    select coalesce(jsonb_agg(jsonb_build_object('entity', 'media', 'entity_id', m.id)), '[]')
    from public.media m where m.storage_path = any (paths));
end $$;
grant execute on function private.media_events(jsonb) to authenticated, service_role;

/* The rows that events ({entity, entity_id}) name, by table, as a visitor may see them, with the authors and redirects of
   articles, the fronts that they were chosen for, and the files that the rows name. */
create function private.public_rows(p_events jsonb) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare
  caller text := current_setting('role'); all_rows jsonb := '{}';
  changed_table text; ids text[]; columns text; source text; id_type text; found_rows jsonb;
begin
  p_events := p_events || private.front_events(p_events);
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
    elsif changed_table = 'front_versions' then
      columns := '*';
      source := 'public.get_live_fronts()';
    elsif changed_table = 'branding' then
      columns := '*';
      source := 'public.get_branding()';
    elsif changed_table = 'letters' then
      columns := '*';
      source := 'public.get_letters()';
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
grant execute on function private.public_rows(jsonb) to authenticated, service_role;

-- Events ({entity, entity_id}) of what time alone changes for readers until a moment: fronts, and files whose right begins
-- or ends. Stories that come out are published by whoever asks.
create function private.events_until(p_moment timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_moment <= now() then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('entity', changed.entity, 'entity_id', changed.id)), '[]') from (
      select 'media' as entity, m.id from public.media m
      where m.usable_from > now() and m.usable_from <= p_moment or m.usable_until > now() and m.usable_until <= p_moment
      union all
      -- Those that are live by then, and those that are live now.
      select 'front_versions', v.id from public.front_versions v
      where v.live_from <= p_moment and not exists (
        select from public.front_versions later
        where later.page = v.page and later.live_from > v.live_from and later.live_from <= now())) changed);
end $$;
grant execute on function private.events_until(timestamptz) to authenticated, service_role;

/* What readers would find changed by writes that are not made yet: makes them as the caller, with all their triggers,
   reads what a publisher would read then, and takes everything back. For those who may publish.
   p_changes: an array of {table, id, row} (id null inserts, row null deletes, else its columns are updated) and of
   {call, args}, a function of the schema public. Returns the `events` for the outbox, and as a visitor may see them the
   `rows` by table that these name, with the authors and redirects of articles. p_at: as they would find it at that moment,
   in the future, without files that may not be shown then; null: now. Raises what the writes raise, and 54000 for more than
   1,000 writes or changed rows, or a prediction among the writes. */
create function public.predict_change(p_changes jsonb, p_at timestamptz default null) returns jsonb
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
    if p_at > now() then perform set_config('mantel.moment', p_at::text, true); end if;
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
    from public.publish_outbox o where o.id > last_event and o.created_at = now() and o.due_at <= private.moment();
    events := events || private.events_until(private.moment());
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
grant execute on function public.predict_change(jsonb, timestamptz) to authenticated;
