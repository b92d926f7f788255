-- Fronts: what the home page shows, or a section above its list. A front is edited as a whole: each version is a row
-- with all its blocks, so that a save is one write with one version number. The version that went live last is the front;
-- one whose time is ahead is prepared, and goes live by itself; former ones are kept as they were.

create table public.front_versions (
  id uuid primary key default gen_random_uuid(),
  -- The path of the page: that of home or of a section, which it follows (private.follow_section).
  page text not null check (page ~ '^/[a-z0-9-]*$' and char_length(page) <= 200),
  live_from timestamptz not null default now() check (isfinite(live_from)),
  -- Blocks in their order, see private.check_front; null: the standard page, as it is where nobody has made a front.
  blocks jsonb,
  note text not null default '' check (char_length(note) <= 300),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- Which of two is live is never a matter of chance.
  constraint front_versions_time_key unique (page, live_from)
);
create index front_versions_created_by_idx on public.front_versions (created_by);

insert into private.saved_columns (table_name, column_name)
select 'public.front_versions', unnest(array['page', 'live_from', 'blocks', 'note']);

alter table public.front_versions enable row level security;
grant select, delete on public.front_versions to authenticated;
grant insert (page, live_from, blocks, note), update (page, live_from, blocks, note) on public.front_versions to authenticated;
create policy "writers read fronts" on public.front_versions for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors make fronts" on public.front_versions for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change fronts" on public.front_versions for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors take prepared fronts away" on public.front_versions for delete to authenticated
using ((select public.has_role('super_admin', 'editor')) and live_from > now());
create trigger limit_added_rows after insert on public.front_versions referencing new table as added_now
for each statement execute function private.limit_added_rows('fronts', '1000');

/* Refuses a block of stories, of a front or a letter, that pages cannot show; p_malformed: what to say of one that no form
   makes. Returns how many stories it shows by its count; 0 of one that has none. */
create function private.check_story_block(p_block jsonb, p_malformed text) returns integer
language plpgsql stable set search_path = ''
as $$
declare item jsonb;
begin
  if jsonb_typeof(p_block -> 'items') is distinct from 'array' or jsonb_typeof(p_block -> 'by_rule') is distinct from 'boolean' then
    raise exception '%', p_malformed using errcode = '23514';
  end if;
  if p_block ->> 'kind' <> 'hero' and coalesce(p_block ->> 'count', '') !~ '^[1-6]$' then
    raise exception 'A block shows 1 to 6 stories' using errcode = '23514';
  end if;
  if p_block ->> 'kind' = 'stories' then
    if coalesce(jsonb_typeof(p_block -> 'section'), '') not in ('string', 'null')
       or coalesce(jsonb_typeof(p_block -> 'title'), '') not in ('string', 'null') then
      raise exception '%', p_malformed using errcode = '23514';
    end if;
    if char_length(p_block ->> 'title') > 120 then
      raise exception 'The heading of a block must be at most 120 characters' using errcode = '23514';
    end if;
  end if;
  if jsonb_array_length(p_block -> 'items') > 12 then
    raise exception 'At most 12 stories are chosen for a block' using errcode = '23514';
  end if;
  for item in select value from jsonb_array_elements(p_block -> 'items') loop
    if coalesce(item ->> 'article_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
       or exists (select from unnest(array['title', 'image', 'from', 'until']) key
                  where coalesce(jsonb_typeof(item -> key), 'null') not in ('string', 'null')) then
      raise exception '%', p_malformed using errcode = '23514';
    end if;
    if char_length(item ->> 'title') > 300 or trim(item ->> 'title') = '' then
      raise exception 'A title in place of a story''s own must be 1 to 300 characters' using errcode = '23514';
    end if;
    if char_length(item ->> 'image') > 2000 then
      raise exception 'The address of a picture must be at most 2,000 characters' using errcode = '23514';
    end if;
    -- Raises 22007 for what is no time.
    if not coalesce(isfinite((item ->> 'from')::timestamptz), true)
       or not coalesce(isfinite((item ->> 'until')::timestamptz), true) then
      raise exception 'A story is shown from one date and time until another' using errcode = '23514';
    end if;
    if (item ->> 'from')::timestamptz >= (item ->> 'until')::timestamptz then
      raise exception 'A story has to be shown from before it ends' using errcode = '23514';
    end if;
  end loop;
  return case when p_block ->> 'kind' = 'hero' then 0 else (p_block ->> 'count')::integer end;
end $$;

-- Trigger: refuses blocks that pages cannot show. The same rules in the forms: src/domain/sections/front.ts.
create function private.check_front() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  malformed text := 'A front must be a list of blocks';
  block jsonb; stories integer := 0; chosen integer := 0;
begin
  if new.blocks is null or tg_op = 'UPDATE' and new.blocks = old.blocks then return new; end if;
  if jsonb_typeof(new.blocks) <> 'array' then raise exception '%', malformed using errcode = '23514'; end if;
  if jsonb_array_length(new.blocks) not between 1 and 12 then
    raise exception 'A front has 1 to 12 blocks' using errcode = '23514';
  end if;
  if octet_length(new.blocks::text) > 100000 then
    raise exception 'A front must be at most %', private.byte_words(100000) using errcode = '23514';
  end if;
  if exists (
    select from jsonb_array_elements(new.blocks) b where b ->> 'kind' in ('hero', 'featured', 'letter')
    group by b ->> 'kind' having count(*) > 1) then
    raise exception 'Hero, featured stories and letter stand once on a front' using errcode = '23514';
  end if;
  if (select count(distinct b ->> 'id') from jsonb_array_elements(new.blocks) b) < jsonb_array_length(new.blocks) then
    raise exception '%', malformed using errcode = '23514';
  end if;
  for block in select value from jsonb_array_elements(new.blocks) loop
    if jsonb_typeof(block) <> 'object' or jsonb_typeof(block -> 'id') is distinct from 'string'
       or coalesce(block ->> 'kind', '') not in ('hero', 'featured', 'stories', 'letter') then
      raise exception '%', malformed using errcode = '23514';
    end if;
    continue when block ->> 'kind' = 'letter';
    stories := stories + private.check_story_block(block, malformed);
    chosen := chosen + jsonb_array_length(block -> 'items');
  end loop;
  if stories > 32 or chosen > 32 then
    raise exception 'A front has at most 32 stories' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger check_front before insert or update of blocks on public.front_versions
for each row execute function private.check_front();
create trigger check_pictures before insert or update of blocks on public.front_versions
for each row execute function private.check_pictures();

-- Sets what no client may choose: version, creator, times of changes, and no time before now. Refuses changes of a version
-- that is live, or was.
create function private.before_front_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_out boolean := tg_op = 'UPDATE' and old.live_from <= now();
  is_moved boolean := coalesce(current_setting('mantel.moved_section', true), '') <> '';
begin
  if tg_op = 'UPDATE' then
    if not is_moved then new.page := old.page; end if;
    new.created_at := old.created_at;
    -- Becomes null when the creator's account is deleted, and is otherwise never changed.
    if new.created_by is not null then new.created_by := old.created_by; end if;
    if (new.blocks, new.live_from, new.note) is not distinct from (old.blocks, old.live_from, old.note) then return new; end if;
    -- Where a file is replaced or a section moves, every version names the new one.
    if is_out and not is_moved and not private.is_service() and coalesce(current_setting('mantel.replaced_media', true), '') = '' then
      raise exception 'This version of the front is live by now. Save your changes as a new one.' using errcode = '23514';
    end if;
    new.updated_at := now();
    new.version := old.version + 1;
  else
    new.version := 1;
    if not private.is_service() then new.created_by := auth.uid(); end if;
  end if;
  if not is_out and not private.is_service() then
    new.live_from := greatest(coalesce(new.live_from, now()), now());
  end if;
  if exists (select from public.front_versions v
             where v.page = new.page and v.live_from = new.live_from and v.id <> new.id) then
    raise exception 'Another version of this front goes live at that time' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger before_front_write before insert or update on public.front_versions
for each row execute function private.before_front_write();

-- Adds a version to the outbox at every time at which readers see it change.
create function private.front_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare changes_at timestamptz; next_version uuid;
begin
  if tg_op = 'DELETE' then
    if old.live_from > now() then return null; end if;
    perform private.enqueue('front_versions', old.id::text);
    select v.id into next_version from public.front_versions v
    where v.page = old.page and v.live_from <= now() order by v.live_from desc limit 1;
    if next_version is not null then perform private.enqueue('front_versions', next_version::text); end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and (new.page, new.blocks, new.live_from) is not distinct from (old.page, old.blocks, old.live_from) then
    return null;
  end if;
  perform private.enqueue('front_versions', new.id::text, new.live_from);
  for changes_at in
    select distinct moment::timestamptz
    from jsonb_path_query(new.blocks, '$[*].items[*]') item, lateral (values (item ->> 'from'), (item ->> 'until')) as t (moment)
    where moment::timestamptz > greatest(new.live_from, now())
  loop
    perform private.enqueue('front_versions', new.id::text, changes_at);
  end loop;
  return null;
end $$;
create trigger front_changed after insert or update or delete on public.front_versions
for each row execute function private.front_changed();
create trigger addresses_as_paths before insert or update on public.front_versions
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.front_versions
for each row execute function private.update_media_references('id');

-- What the audit log has of a version: that it goes live, and when.
create function private.log_front() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (new.blocks, new.live_from) is not distinct from (old.blocks, old.live_from) then return null; end if;
  perform private.add_audit_entry('publish', tg_table_name, new.id::text,
    private.front_title(new.page),
    concat_ws('. ',
      case when new.live_from > now() then 'Scheduled for ' || to_char(new.live_from at time zone private.time_zone(),
        'YYYY-MM-DD HH24:MI ') || private.time_zone() end,
      case when new.blocks is null then 'The standard page' end, nullif(new.note, '')));
  return null;
end $$;
create trigger log_front after insert or update on public.front_versions
for each row when (pg_trigger_depth() = 0) execute function private.log_front();
create trigger log_delete after delete on public.front_versions
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

/* Saves a version as private.save_row does; without live_from, or with one that is over, it goes live now. p_base is the
   version that was live when the edit of a new one began, null: none was. Raises PT409, too, where another one is live by
   now and the new one would take its place. Runs as the caller: the policies decide. */
create function public.save_front(p_id uuid, p_version integer, p_base uuid, p_front jsonb) returns public.front_versions
language plpgsql security invoker set search_path = ''
as $$
declare live uuid;
begin
  if p_id is null and coalesce((p_front ->> 'live_from')::timestamptz, now()) <= clock_timestamp() then
    perform pg_advisory_xact_lock(hashtext('mantel.front'));
    select v.id into live from public.front_versions v
    where v.page = p_front ->> 'page' and v.live_from <= clock_timestamp() order by v.live_from desc limit 1;
    if live is distinct from p_base then
      raise exception 'This front was saved by someone else in the meantime' using errcode = 'PT409';
    end if;
  end if;
  return private.save_row(null::public.front_versions, 'front', p_id, p_version, p_front);
end $$;
grant execute on function public.save_front(uuid, integer, uuid, jsonb) to authenticated;

-- Blocks as readers see them: without stories that are not out or not in their time, and without pictures that are
-- withdrawn.
create function private.shown_blocks(p_blocks jsonb, p_withdrawn text[]) returns jsonb
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

-- The version of each front that is live.
create function private.live_versions() returns setof public.front_versions
language sql stable security definer set search_path = ''
as $$
  select distinct on (v.page) v.* from public.front_versions v where v.live_from <= private.moment()
  order by v.page, v.live_from desc
$$;

-- The fronts as readers see them. Visitors read no other version, whose titles and stories may be secret yet.
create function public.get_live_fronts() returns table (id uuid, page text, live_from timestamptz, blocks jsonb)
language sql stable security definer set search_path = ''
as $$
  select v.id, v.page, v.live_from, private.shown_blocks(v.blocks, private.withdrawn_files('front_versions', v.id::text))
  from private.live_versions() v
$$;
grant execute on function public.get_live_fronts() to anon, authenticated;

-- Events ({entity, entity_id}) of the fronts that are live and for which the stories of events were chosen: they show them,
-- or no longer.
create function private.front_events(p_events jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare ids text[] := array(
  select e ->> 'entity_id' from jsonb_array_elements(p_events) e where e ->> 'entity' = 'articles');
begin
  if ids = '{}' then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('entity', 'front_versions', 'entity_id', v.id)), '[]')
    from private.live_versions() v
    where exists (select from jsonb_path_query(v.blocks, '$[*].items[*].article_id') id where id #>> '{}' = any (ids)));
end $$;
grant execute on function private.front_events(jsonb) to authenticated, service_role;
