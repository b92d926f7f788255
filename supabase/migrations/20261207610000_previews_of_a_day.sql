-- A preview shows a story as of the moment at which it comes out, with its rights, fronts and the stories before it.

create or replace function private.moment() returns timestamptz
language sql stable set search_path = ''
as $$ select coalesce(nullif(current_setting('mantel.moment', true), '')::timestamptz, now()) $$;

grant execute on function private.moment() to anon, authenticated, service_role;

create or replace function private.refused_files(
  p_table text, p_row_id text, p_at timestamptz, p_addresses text[], out files text, out first text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  select string_agg(format('“%s” %s', f.name, f.reason), ', ' order by f.name), min(f.id::text)
  into files, first from (
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
end $$;

grant execute on function private.refused_files(text, text, timestamptz, text[]) to service_role;

create or replace function private.require_rights(p_table text, p_row_id text, p_at timestamptz, p_addresses text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare refused record;
begin
  -- Where a file is replaced, the new one is shown or not as the old one was.
  if p_addresses = '{}' or current_setting('mantel.replaced_media', true) <> ''
     or current_setting('mantel.moment', true) <> '' then
    return;
  end if;
  select * into refused from private.refused_files(p_table, p_row_id, p_at, p_addresses);
  if refused.files is not null then
    raise exception 'Not published: %. Use another file, or let an editor give a reason to show it in the media library.',
      refused.files using errcode = '23514', detail = refused.first;
  end if;
end $$;

create or replace function private.is_published_file(p_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.media_references r
    where r.stem = private.file_stem(p_path) and r.public_from <= private.moment() and private.is_address_of(r.address, p_path));
end $$;

create or replace function private.withdrawn_files(p_table text, p_row_id text) returns text[]
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
        and not private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, private.moment())
      union all
      select d.storage_path from private.deleted_media d where d.stem = r.stem
    ) f
    where r.row_id = p_row_id and r.table_name = p_table and private.is_address_of(r.address, f.storage_path)
    order by 1);
end $$;

create or replace function private.with_rows_of_files(p_events jsonb) returns jsonb
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
    where e ->> 'entity' = 'media' and r.public_from <= private.moment() and private.is_address_of(r.address, f.storage_path));
end $$;

alter policy "readers see the files of what is published" on public.media
using (private.is_usable(usable_from, usable_until, rights_override_at, private.moment())
       and private.is_published_file(storage_path));

create or replace function private.shown_blocks(p_blocks jsonb, p_withdrawn text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(case when block ? 'items' then block || jsonb_build_object('items', coalesce((
      select jsonb_agg(
        case when private.names_one_of(item ->> 'image', p_withdrawn) then item || '{"image": null}' else item end order by n)
      from jsonb_array_elements(block -> 'items') with ordinality as items (item, n)
      where coalesce((item ->> 'from')::timestamptz <= private.moment(), true)
        and coalesce((item ->> 'until')::timestamptz > private.moment(), true)
        and exists (select from public.articles a where a.id = (item ->> 'article_id')::uuid
                    and a.status = 'published' and a.published_at <= now() and a.deleted_at is null)), '[]'))
    else block end order by place)
  from jsonb_array_elements(p_blocks) with ordinality as blocks (block, place)
$$;

create or replace function private.live_versions() returns setof public.front_versions
language sql stable security definer set search_path = ''
as $$
  select distinct on (v.page) v.* from public.front_versions v where v.live_from <= private.moment()
  order by v.page, v.live_from desc
$$;

create or replace function private.events_until(p_moment timestamptz) returns jsonb
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

create or replace function private.usable_from(p_article uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(m.usable_from)
  from private.media_references r join public.media m on private.file_stem(m.storage_path) = r.stem
  where r.table_name = 'articles' and r.row_id = p_article::text and m.usable_from > now() and m.rights_override_at is null
    and private.is_address_of(r.address, m.storage_path)
$$;

grant execute on function private.usable_from(uuid) to service_role;

drop function public.predict_change(jsonb);

create or replace function public.predict_change(p_changes jsonb, p_at timestamptz default null) returns jsonb
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

create or replace function public.preview_story(p_article uuid, p_patch jsonb, p_tags uuid[] default null) returns jsonb
language plpgsql security invoker set search_path = '' set lock_timeout = '500ms'
as $$
declare
  story public.articles; comes_out timestamptz; moment timestamptz; last_event bigint; events jsonb; all_rows jsonb;
  shown jsonb; dates jsonb; other record; place integer := 0;
begin
  select * into story from public.articles a where a.id = p_article;
  select coalesce(max(o.id), 0) into last_event from public.publish_outbox o;
  -- A block with an exception handler is a savepoint: what it wrote, announced and set is gone when it raises.
  begin
    perform set_config('mantel.moment', now()::text, true);
    story := public.save_article(p_article, story.version, p_patch || '{"status": "published"}', p_tags,
      (select c.version from public.article_working_copies c where c.article_id = p_article and story.status = 'published'));
    comes_out := story.published_at;
    moment := case when comes_out > now() then comes_out else greatest(now(), private.usable_from(story.id)) end;
    perform set_config('mantel.moment', moment::text, true);
    -- A visitor sees what is out: in their order, those that come out before, and this one.
    dates := jsonb_build_object(story.id, comes_out);
    for other in
      select a.id, a.published_at from public.articles a
      where a.id <> story.id and a.status = 'published' and a.deleted_at is null
        and a.published_at > now() and a.published_at <= moment
      order by a.published_at limit 50
    loop
      place := place + 1;
      update public.articles set published_at = now() - interval '1 minute' + place * interval '1 second' where id = other.id;
      dates := dates || jsonb_build_object(other.id, other.published_at);
    end loop;
    if comes_out > now() then update public.articles set published_at = now() where id = story.id; end if;
    select coalesce(jsonb_agg(distinct jsonb_build_object('entity', o.entity, 'entity_id', o.entity_id)), '[]') into events
    from public.publish_outbox o where o.id > last_event and o.created_at = now() and o.due_at <= now();
    events := private.with_rows_of_files(events || private.events_until(moment));
    all_rows := private.public_rows(events);
    if all_rows ? 'articles' then
      all_rows := jsonb_set(all_rows, '{articles}', (
        select coalesce(jsonb_agg(case when dates ? (r ->> 'id') then r || jsonb_build_object('published_at', dates -> (r ->> 'id'))
          else r end), '[]')
        from jsonb_array_elements(all_rows -> 'articles') r));
    end if;
    shown := jsonb_build_object('id', story.id, 'slug', story.slug, 'title', story.title, 'rows', all_rows, 'events', events,
      'moment', moment,
      'refused', (select f.files from private.refused_files('articles', story.id::text, greatest(comes_out, now()), null) f),
      'sections', coalesce((select c.sections from public.categories c where c.id = story.category_id), '{}'));
    raise exception 'taken back' using errcode = 'MT000';
  exception when sqlstate 'MT000' then
    return shown;
  end;
end $$;
