-- One publisher at a time: a lease that the publisher at work renews every few seconds. When it is not renewed, it ends by
-- the database's clock, and another publisher may take it.

create table private.publisher_lease (
  singleton boolean primary key default true check (singleton),
  -- Grows each time the lease is taken. Every write of a publisher carries the number that it got: of one that was paused,
  -- and does not know that another took over, it is stale, and the write is refused.
  number bigint not null default 0,
  -- The machine and the data folder. A folder is locked by its publisher: the next one there needs not wait for the lease.
  holder text not null default '',
  -- '-infinity': given back.
  expires_at timestamptz not null default '-infinity'
);
alter table private.publisher_lease enable row level security;
insert into private.publisher_lease default values;

-- When a lease that is taken or renewed now ends.
create function private.publisher_lease_end() returns timestamptz
language sql volatile set search_path = ''
as $$ select clock_timestamp() + interval '8 seconds' $$;

-- Takes the lease when it is free. Returns its number (null: another holds it) and who holds it, or held it before.
create function public.take_publisher_lease(p_holder text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare lease private.publisher_lease;
begin
  select * into lease from private.publisher_lease for update;
  if lease.holder <> p_holder and lease.expires_at > clock_timestamp() then
    -- It lasts longer than any only when the clock was set back.
    update private.publisher_lease set expires_at = private.publisher_lease_end()
    where expires_at > private.publisher_lease_end();
    return jsonb_build_object('number', null, 'holder', lease.holder);
  end if;
  update private.publisher_lease
  set number = lease.number + 1, holder = p_holder, expires_at = private.publisher_lease_end();
  return jsonb_build_object('number', lease.number + 1, 'holder', lease.holder);
end $$;

-- Refuses a publisher whose lease another has taken. Until the transaction ends, nobody else takes it.
create function private.require_publisher_lease(p_number bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from private.publisher_lease where number = p_number for share;
  if not found then raise exception 'Another publisher has taken over' using errcode = 'PT409'; end if;
end $$;

-- Renews the lease, also one that has ended but that nobody has taken since.
create function public.renew_publisher_lease(p_number bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.publisher_lease set expires_at = private.publisher_lease_end()
  where number = p_number and expires_at <> '-infinity';
  if not found then perform private.require_publisher_lease(null); end if;
end $$;

-- Gives the lease back, so that the next publisher need not wait for its end.
create function public.release_publisher_lease(p_number bigint) returns void
language sql volatile security definer set search_path = ''
as $$ update private.publisher_lease set expires_at = '-infinity' where number = p_number $$;

-- What a publisher writes, now with the number of its lease -----------------------------------------------------------

drop function public.begin_build(text);
drop function public.set_publish_problems(jsonb);

-- Starts a build and returns the events that are due, by the database's clock.
create function public.begin_build(p_lease bigint, p_kind text default 'publish') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare waiting jsonb; last_id bigint; next_due timestamptz; new_build bigint;
begin
  perform private.require_publisher_lease(p_lease);
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

-- Replaces the list of what is not published. With the secret key only.
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
