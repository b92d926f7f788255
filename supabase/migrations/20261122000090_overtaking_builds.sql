-- A publish may go before the rest of a long build: two builds may be running, and one that has never ended is told from
-- them by its status.

alter table public.builds drop constraint builds_status_check;
-- cut short: its publisher ended, or could not record how it ended; the next build carried out its events.
alter table public.builds add constraint builds_status_check check (status in ('running', 'live', 'failed', 'cut short'));
create index builds_running_idx on public.builds (id) where status = 'running';

drop function public.begin_build(bigint, text);
drop function private.start_build(bigint, text);

-- Starts a build and returns the events that are due, by the database's clock, but for those of the builds `p_running`,
-- which it goes before.
create function private.start_build(p_lease bigint, p_kind text, p_running bigint[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare waiting jsonb; next_due timestamptz; new_build bigint;
begin
  perform private.require_publisher_lease(p_lease);
  select jsonb_agg(jsonb_build_object('id', o.id, 'entity', o.entity, 'entity_id', o.entity_id) order by o.id)
  into waiting
  from (
    select * from public.publish_outbox
    where processed_at is null and due_at <= now() and coalesce(build_id <> all (p_running), true)
    order by id limit 5000) o;
  select min(due_at) into next_due from public.publish_outbox where processed_at is null and due_at > now();
  -- A full build, or one after a failure, runs even when nothing waits.
  if waiting is not null or p_kind <> 'publish' then
    update public.builds set status = 'cut short', finished_at = now()
    where status = 'running' and id <> all (p_running);
    insert into public.builds (kind) values (p_kind) returning id into new_build;
    update public.publish_outbox set build_id = new_build
    where id in (select (e ->> 'id')::bigint from jsonb_array_elements(waiting) e);
  end if;
  return jsonb_build_object('build_id', new_build, 'events', coalesce(waiting, '[]'),
    'next_due_ms', case when next_due is not null then ceil(extract(epoch from (next_due - clock_timestamp())) * 1000) end);
end $$;
grant execute on function private.start_build(bigint, text, bigint[]) to service_role;

/* Starts a build, which goes before the rest of the builds `p_running`: the events that are due, and the `rows` that they
   name as private.public_rows returns them; null when the publisher is to read them itself, because they are many, not all
   of them can be returned, or a build has failed. */
create function public.begin_build(p_lease bigint, p_kind text default 'publish', p_running bigint[] default '{}') returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare build jsonb := private.start_build(p_lease, p_kind, p_running); found_rows jsonb;
begin
  if p_kind = 'publish' and jsonb_array_length(build -> 'events') <= 100 then
    begin
      found_rows := private.public_rows(build -> 'events');
    exception when others then
      found_rows := null;
    end;
  end if;
  return build || jsonb_build_object('rows', found_rows);
end $$;
