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
-- Each build deletes builds older than 30 days.
create index builds_finished_idx on public.builds (finished_at);

alter table public.builds enable row level security;
grant select on public.builds to authenticated;
create policy "staff see builds" on public.builds for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

/* Claims due events, by the database's clock, that no build of `p_running` has claimed, as a new build. Events of
   one transaction have its time; more than 50 of them are an import, and so is any that is announced to nobody: an import
   writes few rows at a time. Others go before it: while there are any, they alone are claimed. While builds are running, with
   `p_joins` an import, and more than 50 other events, join the last of `p_running`; without it an import waits. What is due
   while a build goes before another joins it, unless rows of one transaction are to be shown together. A part of begin_build,
   which adds the rows: a security definer may not take a visitor's role. */
create function private.start_build(p_lease bigint, p_kind text, p_running bigint[], p_joins boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  claimed jsonb; ids bigint[]; has_more boolean; is_many boolean; has_import boolean; are_together boolean;
  next_due timestamptz; build bigint;
begin
  perform private.require_publisher_lease(p_lease);
  with pending as (
    select o.id, o.entity, o.entity_id, o.is_silent, o.created_at,
      o.is_silent or count(*) over (partition by o.created_at) > 50 as is_import
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
    array_agg(t.id), count(*) < (select count(*) from pending), count(*) > 50 or coalesce(bool_or(t.is_import), false),
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
grant execute on function private.start_build(bigint, text, bigint[], boolean) to service_role;

/* Claims events for a build, as start_build says: with the `rows` that they name as private.public_rows returns them; null
   when the publisher is to read them itself, because they are many, not all of them can be returned, or a build has failed.
   `has_more`: events are due that were not claimed; `is_many`: more than 50 were, or an import; `is_import`: they are of one;
   `are_together`: one transaction changed several of the rows. */
create function public.begin_build(
  p_lease bigint, p_kind text default 'publish', p_running bigint[] default '{}', p_joins boolean default false)
returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare build jsonb := private.start_build(p_lease, p_kind, p_running, p_joins); found_rows jsonb;
begin
  if p_kind = 'publish' and not (build ->> 'is_many')::boolean then
    begin
      found_rows := private.public_rows(build -> 'events');
    exception when others then
      found_rows := null;
    end;
  end if;
  return build || jsonb_build_object('rows', found_rows);
end $$;

-- Records how a build ended, and marks its events as published if it succeeded. In p_stats `is_asked` says whether the
-- publisher asks the public address for its pages. Returns in how many ms the next event is due: 0 or less now, null never.
create function public.finish_build(
  p_lease bigint, p_build bigint, p_events bigint[], p_stats jsonb, p_error text default null)
returns bigint
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
  return (select ceil(extract(epoch from (min(due_at) - clock_timestamp())) * 1000)
    from public.publish_outbox where processed_at is null);
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
