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
  posted_at timestamptz,
  -- Whether nobody outside is told of it, see private.is_silent.
  is_silent boolean not null default false
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
create trigger limit_added_rows after insert on public.publish_outbox referencing new table as added_now
for each statement execute function private.limit_added_rows('changes', '50000');

create trigger post_publish_webhook after insert on public.publish_outbox
for each statement execute function private.post_publish_webhook();

-- Adds a change to the outbox and wakes a publisher that listens. What is due later is news then, also of an import.
create function private.enqueue(p_entity text, p_id text, p_due timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare event_id bigint;
begin
  insert into public.publish_outbox (entity, entity_id, due_at, is_silent)
  values (p_entity, p_id, greatest(p_due, now()), private.is_silent() and p_due <= now())
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
