-- Rate limits: for what visitors send, and for rows that accounts add. Of a visitor's IP address only hashes are kept, for
-- twenty minutes.

create table private.rate_limits (
  action text not null,
  caller text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (action, caller, window_start)
);
create index rate_limits_window_idx on private.rate_limits (window_start);
alter table private.rate_limits enable row level security;

/* Counts a request of a caller. Returns how many there have been in the last ten minutes, which are counted by the minute:
   with windows that begin at fixed times, a caller could send twice the limit around such a time. */
create function private.count_request(p_action text, p_caller text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  this_minute timestamptz := date_trunc('minute', now());
  hits_of_minute integer;
begin
  insert into private.rate_limits as r (action, caller, window_start) values (p_action, p_caller, this_minute)
  on conflict (action, caller, window_start) do update set hits = r.hits + 1 returning hits into hits_of_minute;
  if hits_of_minute = 1 then delete from private.rate_limits where window_start < now() - interval '20 minutes'; end if;
  return (
    select sum(hits) from private.rate_limits
    where action = p_action and caller = p_caller and window_start >= this_minute - interval '10 minutes'
  );
end $$;

-- The headers of the request; an empty object outside any.
create function private.request_headers() returns jsonb
language sql stable set search_path = ''
as $$ select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb $$;

/* The visitor's IP address as the proxy in front of the API reports it; null without a proxy. On a hosted project that is
   Cloudflare, which sets cf-connecting-ip itself. Of X-Forwarded-For the last entry counts: the nearest proxy added it,
   the entries before it may be the sender's own. */
create function private.visitor_address() returns text
language sql stable set search_path = ''
as $$
  select coalesce(nullif(trim(h ->> 'cf-connecting-ip'), ''),
    nullif(trim(regexp_replace(h ->> 'x-forwarded-for', '^.*,', '')), ''))
  from private.request_headers() h
$$;

/* The part of an IP address that names its customer (of IPv6, the first 64 bits: one customer has all of the rest), and
   the larger network that it belongs to. Text that is no address stands for itself. */
create function private.address_networks(p_address text, out customer text, out network text)
language sql immutable set search_path = ''
as $$
  select case when not is_ip then p_address when family(ip) = 4 then host(ip) else set_masklen(ip, 64)::cidr::text end,
    case when not is_ip then p_address else set_masklen(ip, case family(ip) when 4 then 24 else 48 end)::cidr::text end
  from (select pg_input_is_valid(p_address, 'inet') as is_ip) checked,
    lateral (select case when is_ip then host(p_address::inet)::inet end as ip) parsed
$$;

-- Counts a request of an IP address. Returns whether its customer or its network has exceeded its limit of ten minutes.
create function private.is_over_limit(p_action text, p_address text, p_customer_limit integer, p_network_limit integer)
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare networks record;
begin
  if p_address is null then return false; end if;
  networks := private.address_networks(p_address);
  return private.count_request(p_action, md5(networks.customer)) > p_customer_limit
    or private.count_request(p_action, md5('network ' || networks.network)) > p_network_limit;
end $$;

/* Trigger for inserts by visitors: at most 8 in ten minutes from one address, 60 from one network (so that one machine
   with many addresses does not use up the limit of all), and 600 from all visitors together, more than a magazine's best
   day brings.
   A visitor's request inserts one row: with several, the answer about one row could be had without its being counted,
   since what fails is undone, the count with it. The same holds for a request that fails after its insert, because it
   asks for exactly one row back.
   A form sent without JavaScript arrives through the edge function submit-form, whose own address says nothing about
   the reader. It uses the secret key and names the reader's address in the header x-reader-address, which is believed
   with that key only. */
create function private.enforce_rate_limit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  service boolean := private.is_service();
  address text := case
    when service then nullif(trim(private.request_headers() ->> 'x-reader-address'), '')
    else private.visitor_address()
  end;
begin
  if service and address is null then return new; end if;
  if not service and public.has_role('super_admin', 'editor') then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'duplicate' then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'counted'
     or private.request_headers() ->> 'accept' ilike '%vnd.pgrst%' then
    raise exception 'Send one row, and ask for none back' using errcode = 'PT400';
  end if;
  perform set_config('mantel.visitor_row', 'counted', true);
  if private.count_request(tg_table_name, '*') > 600 or private.is_over_limit(tg_table_name, address, 8, 60) then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  return new;
end $$;

-- How many rows accounts have added, by the hour, for a day.
create table private.added_rows (
  profile_id uuid not null,
  table_name text not null,
  hour timestamptz not null,
  number bigint not null,
  primary key (profile_id, table_name, hour)
);
create index added_rows_hour_idx on private.added_rows (hour);
alter table private.added_rows enable row level security;

/* Counts rows that a person adds to a table, where they are called p_rows. Raises p_code for more than p_most in 24 hours,
   counted by the hour. */
create function private.count_added_rows(p_person uuid, p_table text, p_rows text, p_number bigint, p_most integer,
  p_code text default 'PT429')
returns void
language plpgsql security definer set search_path = ''
as $$
declare this_hour timestamptz := date_trunc('hour', now());
begin
  insert into private.added_rows as a (profile_id, table_name, hour, number)
  values (p_person, p_table, this_hour, p_number)
  on conflict (profile_id, table_name, hour) do update set number = a.number + excluded.number;
  delete from private.added_rows where hour < this_hour - interval '24 hours';
  if p_most < (select sum(a.number) from private.added_rows a where a.profile_id = p_person and a.table_name = p_table) then
    raise exception 'Nobody can add more than % % in 24 hours', to_char(p_most, 'FM999,999'), p_rows using errcode = p_code;
  end if;
end $$;

/* Trigger for inserts by accounts, with arguments: what the rows are called, and how many a person may add in 24 hours. Far
   more than anybody makes by hand or imports; it stops scripts. The secret key is not counted. */
create function private.limit_added_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare added bigint := (select count(*) from added_now);
begin
  if added > 0 and auth.uid() is not null and not private.is_service() then
    perform private.count_added_rows(auth.uid(), tg_table_name, tg_argv[0], added, tg_argv[1]::integer);
  end if;
  return null;
end $$;
