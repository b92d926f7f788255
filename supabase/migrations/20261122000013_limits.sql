-- Rate limits for what visitors may insert. A visitor's IP address is kept only as a hash, and only for the window.
create table private.rate_limits (
  action text not null,
  caller text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (action, caller, window_start)
);
alter table private.rate_limits enable row level security;

/* At most 8 inserts in ten minutes from one address, and 600 from all visitors together, more than a magazine's best
   day brings.
   A form sent without JavaScript arrives through the edge function submit-form, whose own address says nothing about
   the reader. It uses the secret key and names the reader's address in the header x-reader-address, which is believed
   with that key only. */
create function private.limit_rate() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  service boolean := private.is_service();
  address text := case
    when service then nullif(trim(headers ->> 'x-reader-address'), '')
    else coalesce(headers ->> 'cf-connecting-ip', nullif(trim(split_part(headers ->> 'x-forwarded-for', ',', 1)), ''))
  end;
  slot timestamptz := to_timestamp(floor(extract(epoch from now()) / 600) * 600);
  used integer;
begin
  if service and address is null then return new; end if;
  if not service and public.has_role('super_admin', 'editor') then return new; end if;
  delete from private.rate_limits where window_start < now() - interval '20 minutes';
  insert into private.rate_limits as r (action, caller, window_start) values (tg_table_name, '*', slot)
  on conflict (action, caller, window_start) do update set hits = r.hits + 1 returning hits into used;
  if used > 600 then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  if address is not null then
    insert into private.rate_limits as r (action, caller, window_start) values (tg_table_name, md5(address), slot)
    on conflict (action, caller, window_start) do update set hits = r.hits + 1 returning hits into used;
    if used > 8 then
      raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
    end if;
  end if;
  return new;
end $$;
