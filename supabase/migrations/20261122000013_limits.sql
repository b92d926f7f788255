-- Rate limits for what visitors may insert. A visitor's IP address is kept only as a hash, and only for the window.
create table private.rate_limits (
  action text not null,
  caller text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (action, caller, window_start)
);
alter table private.rate_limits enable row level security;

-- Counts a request of a caller in the current window of ten minutes. Returns how many there have been in it.
create function private.count_request(p_action text, p_caller text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  current_window timestamptz := to_timestamp(floor(extract(epoch from now()) / 600) * 600);
  request_count integer;
begin
  insert into private.rate_limits as r (action, caller, window_start) values (p_action, p_caller, current_window)
  on conflict (action, caller, window_start) do update set hits = r.hits + 1 returning hits into request_count;
  if request_count = 1 then delete from private.rate_limits where window_start < now() - interval '20 minutes'; end if;
  return request_count;
end $$;

create function private.request_headers() returns jsonb
language sql stable set search_path = ''
as $$ select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb $$;

-- The visitor's IP address as the proxy in front of the API reports it; null without a proxy.
create function private.visitor_address() returns text
language sql stable set search_path = ''
as $$
  select coalesce(h ->> 'cf-connecting-ip', nullif(trim(split_part(h ->> 'x-forwarded-for', ',', 1)), ''))
  from private.request_headers() h
$$;

/* At most 8 inserts in ten minutes from one address, and 600 from all visitors together, more than a magazine's best
   day brings.
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
  if private.count_request(tg_table_name, '*') > 600
     or (address is not null and private.count_request(tg_table_name, md5(address)) > 8) then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  return new;
end $$;
