-- The magazine has a time zone and a language of dates. Articles and pages know when what readers read of them was changed
-- last, which flags, owners, schedules and states do not change.

alter table public.site_settings
  add column time_zone text check (char_length(time_zone) <= 64),
  add column date_language text check (date_language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' and char_length(date_language) <= 35);
grant select (time_zone, date_language) on public.site_settings to anon;

create function private.check_time_zone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Names only: as a zone the database would also take a formula such as XYZ+3, which browsers do not know.
  if not exists (select from pg_catalog.pg_timezone_names n where n.name = new.time_zone) then
    raise exception '"%" is not a time zone', new.time_zone using errcode = '23514';
  end if;
  return new;
end $$;
create trigger check_time_zone before insert or update of time_zone on public.site_settings
for each row when (new.time_zone is not null) execute function private.check_time_zone();

create function private.time_zone() returns text
language sql stable security definer set search_path = ''
as $$ select coalesce((select time_zone from public.site_settings), 'UTC') $$;

create function private.local_day_start(day date) returns timestamptz
language sql stable set search_path = ''
as $$ select day::timestamp at time zone private.time_zone() $$;

create function public.get_clock() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('now', clock_timestamp(), 'time_zone', s.time_zone, 'date_language', s.date_language)
  from (values (1)) one left join public.site_settings s on true
$$;
grant execute on function public.get_clock() to authenticated;

create function public.set_first_calendar(p_time_zone text, p_date_language text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin') then
    raise exception 'Only a super admin can change the settings' using errcode = '42501';
  end if;
  update public.site_settings s
  set time_zone = p_time_zone, date_language = coalesce(s.date_language, p_date_language) where s.time_zone is null;
  insert into public.site_settings (time_zone, date_language) values (p_time_zone, p_date_language) on conflict do nothing;
end $$;
grant execute on function public.set_first_calendar(text, text) to authenticated;

create or replace function public.count_view(p_slug text) returns void
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
  insert into private.page_views as v (article_id, day) values (article, (now() at time zone private.time_zone())::date)
  on conflict (article_id, day) do update set views = v.views + 1;
end $$;

create or replace function public.get_story_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare zone text := private.time_zone();
begin
  perform private.require_editor();
  return (
    with stories as materialized (
      select (published_at at time zone zone)::date as day, category_id, author_id from public.articles
      where status = 'published' and deleted_at is null and published_at <= now()
        and published_at >= private.local_day_start(p_from) and published_at < private.local_day_start(p_until + 1)
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

create or replace function public.get_subscriber_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare zone text := private.time_zone();
begin
  perform private.require_editor();
  return (
    with joined as materialized (
      select (subscribed_at at time zone zone)::date as day, coalesce(nullif(trim(source_page), ''), '') as source
      from public.subscribers
      where status = 'active'
        and subscribed_at >= private.local_day_start(p_from) and subscribed_at < private.local_day_start(p_until + 1)
    )
    select jsonb_build_object(
      'active_before', (select count(*) from public.subscribers
        where status = 'active' and subscribed_at < private.local_day_start(p_from)),
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'joined', n, 'active', n) order by day)
        from (select day, count(*) as n from joined group by day) d), '[]'),
      'sources', coalesce((select jsonb_agg(jsonb_build_object('source', source, 'joined', n) order by n desc, source)
        from (select source, count(*) as n from joined group by source order by n desc, source limit 50) d), '[]')));
end $$;

create or replace function public.get_publish_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare zone text := private.time_zone();
begin
  perform private.require_editor();
  return (
    with publishes as materialized (
      select (max(o.processed_at) at time zone zone)::date as day,
        extract(epoch from (max(o.processed_at) - min(greatest(o.created_at, o.due_at)))) * 1000 as ms
      from public.builds b join public.publish_outbox o on o.build_id = b.id
      where b.status = 'live' and b.kind <> 'full' and o.processed_at is not null
        and b.started_at >= private.local_day_start(p_from) and b.started_at < private.local_day_start(p_until + 1)
      group by b.id
    )
    select jsonb_build_object(
      'publishes', (select count(*) from publishes),
      'failed', (select count(*) from public.builds where status = 'failed'
        and started_at >= private.local_day_start(p_from) and started_at < private.local_day_start(p_until + 1)),
      'median_ms', (select round(percentile_cont(0.5) within group (order by ms)) from publishes),
      'p95_ms', (select round(percentile_cont(0.95) within group (order by ms)) from publishes),
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'publishes', n, 'median_ms', m, 'p95_ms', p) order by day)
        from (select day, count(*) as n, round(percentile_cont(0.5) within group (order by ms)) as m,
                round(percentile_cont(0.95) within group (order by ms)) as p from publishes group by day) d), '[]')));
end $$;

create or replace function private.log_publish() returns trigger
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
    note := case when due > now() then 'Scheduled for ' || to_char(due at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI ') || private.time_zone()
                 when was_published then 'Changes' end;
  end if;
  if done is not null then
    perform private.add_audit_entry(done, tg_table_name, after ->> 'id', private.audit_subject(tg_table_name, after), note);
  end if;
  return null;
end $$;

alter table public.articles add column modified_at timestamptz not null default now();
alter table public.articles disable trigger user;
update public.articles set modified_at = updated_at;
alter table public.articles enable trigger user;

alter table public.pages add column modified_at timestamptz not null default now();
alter table public.pages disable trigger user;
update public.pages set modified_at = updated_at;
alter table public.pages enable trigger user;

create or replace function private.before_article_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_published boolean; was_hero boolean;
begin
  was_published := tg_op = 'UPDATE' and old.status = 'published';
  was_hero := was_published and old.hero and old.published_at <= now();
  -- An open editor, a working copy or an old revision may still name a category that was deleted meanwhile. The article
  -- is then saved without one, as the articles that were not open lost theirs.
  if not exists (select 1 from public.categories where id = new.category_id) then new.category_id := null; end if;
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, new.publish_at, now());
    new.publish_at := null;
  else
    -- An article that was out and is published again comes out anew.
    if was_published and new.publish_at <= now() then new.publish_at := null; end if;
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
    -- Flags, dates, status, owner, address, category and tags are no words of the article.
    new.modified_at := case
      when (new.title, new.title_emphasis, new.standfirst, new.content, new.excerpt, new.featured_image, new.gallery,
            new.meta_title, new.meta_description)
        is distinct from (old.title, old.title_emphasis, old.standfirst, old.content, old.excerpt, old.featured_image,
            old.gallery, old.meta_title, old.meta_description)
      then now() else old.modified_at end;
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
    new.modified_at := new.updated_at;
  end if;
  if new.hero and not was_hero and new.published_at <= now() then
    perform pg_advisory_xact_lock(hashtext('mantel.hero'));
    update public.articles set hero = false where hero and id <> new.id and published_at <= now();
  end if;
  return new;
end $$;

create or replace function private.before_page_write() returns trigger
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
    new.modified_at := case
      when new.status = 'published' and old.status <> 'published'
        or (new.title, new.content, new.excerpt, new.meta_title, new.meta_description)
          is distinct from (old.title, old.content, old.excerpt, old.meta_title, old.meta_description)
      then now() else old.modified_at end;
  else
    new.modified_at := new.updated_at;
  end if;
  return new;
end $$;

create or replace function private.record_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  not_stored text[] := array['id', 'created_at', 'updated_at', 'modified_at', 'version', 'hero', 'deleted_at'];
  -- Stored with each revision, but their change alone makes none: they say where and when a text appears.
  ignored text[] := not_stored || array['featured', 'read_time', 'published_at', 'publish_at'];
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
