-- One publisher at a time: a lease that the publisher at work renews every few seconds. When it is not renewed, it ends by
-- the database's clock, and another publisher may take it. All of it is called with the secret key.

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
