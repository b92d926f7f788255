-- Whether readers see a build: the publisher asks the public address for some of its pages.

alter table public.builds
  -- asking: not known yet. seen: the address answers with the new pages. old: with others, as a cache may. unreachable: the
  -- publisher gets no page from there. Null: nothing to ask, or a build of an earlier version.
  add column readers text check (readers in ('asking', 'seen', 'old', 'unreachable')),
  -- When it was found out; of `old`, for the last time.
  add column readers_at timestamptz;

-- Records what the public address answered.
create function public.record_readers(p_lease bigint, p_build bigint, p_readers text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_publisher_lease(p_lease);
  update public.builds set readers = p_readers, readers_at = now() where id = p_build;
end $$;

drop function public.finish_build(bigint, bigint[], jsonb, text);

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

/* How far the last change of an article is, for the editor. It is live when the public address answers with it; delivered
   when the publisher could not ask there, or ended before it had an answer; stale while readers get the old page. Where
   no publisher takes it, it was sent to the static host or waits for a build that somebody starts there. An article that
   the publisher left out is not live, although the build is. */
create or replace function public.get_publish_state(p_article uuid)
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
