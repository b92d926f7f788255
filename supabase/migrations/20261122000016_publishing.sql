-- The outbox: each change that readers could see waits here until a build has published it.

create table public.builds (
  id bigint generated always as identity primary key,
  status text not null default 'running' check (status in ('running', 'live', 'failed')),
  kind text not null default 'publish' check (kind in ('full', 'publish', 'catch-up')),
  last_event bigint,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  duration_ms integer,
  pages_rendered integer,
  pages_removed integer,
  timings jsonb not null default '{}',
  error text
);
create index builds_started_idx on public.builds (started_at desc);

alter table public.builds enable row level security;
grant select on public.builds to authenticated;
create policy "staff see builds" on public.builds for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

create trigger purge_trash after insert on public.builds for each statement execute function private.purge_trash();

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

alter table public.publish_outbox enable row level security;
grant select on public.publish_outbox to authenticated;
create policy "staff see what waits for a build" on public.publish_outbox for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

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

-- Triggers that add to the outbox ------------------------------------------------------------------------------------

create function private.article_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_published boolean := false; is_published boolean := false; row_id text;
begin
  row_id := coalesce(new.id, old.id)::text;
  if tg_op <> 'INSERT' then was_published := old.status = 'published' and old.deleted_at is null; end if;
  if tg_op <> 'DELETE' then is_published := new.status = 'published' and new.deleted_at is null; end if;
  if not was_published and not is_published then return null; end if;
  if was_published and is_published and to_jsonb(old) - array['updated_at', 'version'] = to_jsonb(new) - array['updated_at', 'version'] then
    return null;
  end if;
  -- A published article that is scheduled anew disappears now and comes back at its new date: two events.
  if was_published and old.published_at <= now() then perform private.enqueue('articles', row_id); end if;
  if is_published and (new.published_at > now() or not (was_published and old.published_at <= now())) then
    perform private.enqueue('articles', row_id, new.published_at);
  end if;
  return null;
end $$;
create trigger article_changed after insert or update or delete on public.articles
for each row execute function private.article_changed();

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

create function private.page_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op <> 'INSERT' and old.status = 'published') or (tg_op <> 'DELETE' and new.status = 'published') then
    perform private.enqueue('pages', case when tg_op = 'DELETE' then old.id::text else new.id::text end);
  end if;
  return null;
end $$;
create trigger page_changed after insert or update or delete on public.pages for each row execute function private.page_changed();

-- Anybody may sign up and rename themselves; readers see only the names of authors with a published article.
create function private.profile_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.articles a where a.author_id = new.id and a.status = 'published'
             and a.published_at <= now() and a.deleted_at is null) then
    perform private.enqueue('profiles', new.id::text);
  end if;
  return null;
end $$;
create trigger profile_changed after update of full_name on public.profiles
for each row when (old.full_name is distinct from new.full_name) execute function private.profile_changed();

-- For tables of which readers see every row.
create function private.public_row_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare ignored text[] := array['updated_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - ignored = to_jsonb(new) - ignored then return null; end if;
  perform private.enqueue(tg_table_name, case when tg_op = 'DELETE' then old.id::text else new.id::text end);
  return null;
end $$;
create trigger public_row_changed after insert or update or delete on public.categories for each row execute function private.public_row_changed();
create trigger public_row_changed after insert or update or delete on public.tags for each row execute function private.public_row_changed();
create trigger public_row_changed after insert or update or delete on public.author_profiles for each row execute function private.public_row_changed();
create trigger public_row_changed after insert or update or delete on public.media for each row execute function private.public_row_changed();
create trigger public_row_changed after insert or update or delete on public.fonts for each row execute function private.public_row_changed();
create trigger public_row_changed after insert or update or delete on public.global_styles for each row execute function private.public_row_changed();
create trigger public_row_changed after insert or update or delete on public.site_settings for each row execute function private.public_row_changed();
create trigger public_row_changed after insert or update or delete on public.slug_redirects for each row execute function private.public_row_changed();

-- Webhooks of hosted projects ----------------------------------------------------------------------------------------
-- New events are posted to our own publisher (signed) and to the build hook of a static host. Without the extensions
-- pg_net and pgcrypto nothing is posted.

-- The address of our own publisher; the README says how to set this row.
create table private.publish_webhook (
  singleton boolean primary key default true check (singleton),
  url text not null check (url ~ '^https?://'),
  secret text not null check (char_length(secret) >= 32)
);
alter table private.publish_webhook enable row level security;

-- Asks the static host for a build when something is due that it was not asked for yet, once a transaction at most. For
-- scheduled articles it has to run every minute; the README says how.
create function private.call_build_hook() returns void
language plpgsql security definer set search_path = ''
as $$
declare build_hook text;
begin
  select deploy_hook_url into build_hook from public.deploy_settings;
  if build_hook is null or to_regnamespace('net') is null then return; end if;
  update public.publish_outbox set posted_at = now() where id in (
    select o.id from public.publish_outbox o
    where o.posted_at is null and o.due_at <= now()
      -- A file just uploaded is on no page before an article uses it.
      and case when o.entity <> 'media' then true else not exists (
        select 1 from public.media m where m.id = o.entity_id::uuid and m.created_at = o.created_at) end
    for update of o skip locked);
  if not found or current_setting('mantel.build_hook_called', true) = 'yes' then return; end if;
  execute 'select net.http_post(url := $1, body := ''{}''::jsonb)' using build_hook;
  perform set_config('mantel.build_hook_called', 'yes', true);
exception when others then
  -- The article is saved and waits in the outbox: a hook that cannot be called must not undo that.
  raise warning 'build hook: %', sqlerrm;
end $$;

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
create trigger post_publish_webhook after insert on public.publish_outbox
for each statement execute function private.post_publish_webhook();

-- Calls of the publisher, with the secret key only -------------------------------------------------------------------

-- Starts a build and returns the events that are due, by the database's clock.
create function public.begin_build(p_kind text default 'publish') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare waiting jsonb; last_id bigint; next_due timestamptz; new_build bigint;
begin
  select jsonb_agg(jsonb_build_object('id', o.id, 'entity', o.entity, 'entity_id', o.entity_id) order by o.id), max(o.id)
  into waiting, last_id
  from (select * from public.publish_outbox where processed_at is null and due_at <= now() order by id limit 5000) o;
  select min(due_at) into next_due from public.publish_outbox where processed_at is null and due_at > now();
  -- A full build, or one after a failure, runs even when nothing waits.
  if waiting is not null or p_kind <> 'publish' then
    insert into public.builds (kind, last_event) values (p_kind, last_id) returning id into new_build;
    update public.publish_outbox set build_id = new_build
    where id in (select (e ->> 'id')::bigint from jsonb_array_elements(waiting) e);
  end if;
  return jsonb_build_object('build_id', new_build, 'events', coalesce(waiting, '[]'),
    'next_due_ms', case when next_due is not null then ceil(extract(epoch from (next_due - clock_timestamp())) * 1000) end);
end $$;

-- Records how a build ended, and marks its events as published if it succeeded.
create function public.finish_build(p_build bigint, p_events bigint[], p_stats jsonb, p_error text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.builds set
    status = case when p_error is null then 'live' else 'failed' end, error = left(p_error, 2000), finished_at = now(),
    duration_ms = (p_stats ->> 'duration_ms')::integer, pages_rendered = (p_stats ->> 'pages_rendered')::integer,
    pages_removed = (p_stats ->> 'pages_removed')::integer, timings = coalesce(p_stats -> 'timings', '{}')
  where id = p_build;
  if p_error is null then
    update public.publish_outbox set processed_at = now() where id = any (p_events) and processed_at is null;
  end if;
  -- Published events and old builds are kept for 30 days.
  delete from public.publish_outbox where processed_at < now() - interval '30 days';
  delete from public.builds where finished_at < now() - interval '30 days';
end $$;

-- How far the last change of an article is, for the editor. Where no publisher takes it, it was sent to the static host
-- or waits for a build that somebody starts there.
create function public.get_publish_state(p_article uuid)
returns table (event_id bigint, due_at timestamptz, created_at timestamptz, processed_at timestamptz, status text,
               duration_ms integer, error text)
language sql stable security invoker set search_path = ''
as $$
  select o.id, o.due_at, o.created_at, o.processed_at,
    case when o.processed_at is not null then 'live' when b.status = 'failed' then 'failed'
         when o.due_at > now() then 'scheduled' when o.build_id is not null then 'publishing'
         when o.posted_at is not null then 'sent' when o.due_at < now() - interval '1 minute' then 'waiting'
         else 'publishing' end,
    case when o.processed_at is not null then (extract(epoch from (o.processed_at - greatest(o.created_at, o.due_at))) * 1000)::integer end,
    b.error
  from public.publish_outbox o left join public.builds b on b.id = o.build_id
  where o.entity = 'articles' and o.entity_id = p_article::text
  order by o.id desc limit 1
$$;
grant execute on function public.get_publish_state(uuid) to authenticated;
