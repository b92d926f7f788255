-- Limits for what visitors send, that neither one machine nor many tries of one question get around.

/* The visitor's IP address as the proxy in front of the API reports it; null without a proxy. On a hosted project that is
   Cloudflare, which sets cf-connecting-ip itself. Of X-Forwarded-For the last entry counts: the nearest proxy added it,
   the entries before it may be the sender's own. */
create or replace function private.visitor_address() returns text
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

/* At most 8 inserts in ten minutes from one address, 60 from one network (so that one machine with many addresses does
   not use up the limit of all), and 600 from all visitors together, more than a magazine's best day brings.
   A visitor's request inserts one row: with several, the answer about one row could be had without its being counted,
   since what fails is undone, the count with it. The same holds for a request that fails after its insert, because it
   asks for exactly one row back.
   A form sent without JavaScript arrives through the edge function submit-form, whose own address says nothing about
   the reader. It uses the secret key and names the reader's address in the header x-reader-address, which is believed
   with that key only. */
create or replace function private.enforce_rate_limit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  service boolean := private.is_service();
  address text := case
    when service then nullif(trim(private.request_headers() ->> 'x-reader-address'), '')
    else private.visitor_address()
  end;
  networks record;
begin
  if service and address is null then return new; end if;
  if not service and public.has_role('super_admin', 'editor') then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'duplicate' then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'counted'
     or private.request_headers() ->> 'accept' ilike '%vnd.pgrst%' then
    raise exception 'Send one row, and ask for none back' using errcode = 'PT400';
  end if;
  perform set_config('mantel.visitor_row', 'counted', true);
  select * into networks from private.address_networks(address);
  if private.count_request(tg_table_name, '*') > 600
     or (address is not null and (private.count_request(tg_table_name, md5(networks.customer)) > 8
         or private.count_request(tg_table_name, md5('network ' || networks.network)) > 60)) then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  return new;
end $$;

-- A list or object sent as an address is stored as its JSON text, which may look like one. Rows that are there stay.
alter table public.subscribers add constraint subscribers_email_characters check (email !~ '["<>(),:;\\[\]]') not valid;
alter table public.contact_messages
  add constraint contact_messages_email_characters check (email !~ '["<>(),:;\\[\]]') not valid;

/* A visitor's sign-up of an address that is subscribed already is answered with status 409 and inserts nothing. It is
   not an error, which would undo its count in the rate limit, so that addresses could be tried without end. The row is
   tried to be inserted all the same: one that fails a check fails it whether its address is subscribed or not.
   Fires last: triggers fire by name. */
create function private.stop_duplicate() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_service() and private.request_headers() ->> 'x-reader-address' is null then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'duplicate'
     or not exists (select 1 from public.subscribers s where lower(s.email) = new.email) then
    return new;
  end if;
  perform set_config('mantel.visitor_row', 'duplicate', true);
  begin
    insert into public.subscribers select (new).*;
  exception when unique_violation then
    perform set_config('response.status', '409', true);
  end;
  perform set_config('mantel.visitor_row', 'counted', true);
  return null;
end $$;
create trigger stop_duplicate before insert on public.subscribers for each row execute function private.stop_duplicate();
