-- What visitors may send, whichever way it comes, and what the answer tells of an address.

-- Accounts subscribe nobody. Without a policy their rows were refused, but only after the triggers, whose answers told
-- the state of an address.
revoke insert on public.subscribers from authenticated;

-- Refuses what visitors send while a form is switched off, also through the edge function submit-form, which uses the
-- secret key and names the reader's address. Arguments: the column of the switch, the error's text.
create or replace function private.require_form_enabled() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare settings jsonb;
begin
  if private.is_service() and private.request_headers() ->> 'x-reader-address' is null
     or public.has_role('super_admin', 'editor') then return new; end if;
  select to_jsonb(s) into settings from public.site_settings s;
  if not coalesce((settings ->> tg_argv[0])::boolean, true) then
    raise exception '%', tg_argv[1] using errcode = '42501';
  end if;
  return new;
end $$;

/* Records the consent of a reader's sign-up. An address that is pending or unsubscribed gets another mail in place of a
   second row, so the answer does not tell such an address from a new one; an active one violates the unique index.
   Fires after normalize_email and the rate limit: triggers fire by name. */
create or replace function private.start_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known public.subscribers;
  sign_up jsonb;
begin
  -- The edge function submit-form sends readers' forms with the secret key and names the reader's address.
  if private.is_service() and private.request_headers() ->> 'x-reader-address' is null then return new; end if;
  if current_setting('mantel.visitor_row', true) = 'duplicate' then return new; end if;

  new.status := case when private.confirmation_required() then 'pending' else 'active' end;
  new.consent_at := now();
  select w.form, w.wording into new.consent_source, new.consent_wording
  from private.consent_wordings w where w.version = new.consent_version;
  -- A version that there is not would fail for new addresses only, and so tell which are known.
  if not found then new.consent_version := null; end if;
  new.consent_source := coalesce(new.consent_source, 'other');

  select s.* into known from public.subscribers s where lower(s.email) = new.email for update;
  if known.id is null or known.status = 'active' then return new; end if;
  -- The row is tried to be inserted, as in stop_duplicate: one that fails a check fails it as that of a new address does.
  perform set_config('mantel.visitor_row', 'duplicate', true);
  begin
    insert into public.subscribers select (new).*;
  exception
    when unique_violation then null;
    -- Again, without the details, which a visitor's own insert does not have.
    when others then raise exception using errcode = sqlstate, message = sqlerrm;
  end;
  perform set_config('mantel.visitor_row', 'counted', true);
  sign_up := jsonb_build_object('first_name', new.first_name, 'preferences', new.preferences,
    'source_page', new.source_page, 'consent_version', new.consent_version, 'consent_wording', new.consent_wording,
    'consent_at', new.consent_at, 'consent_source', new.consent_source);
  if new.status = 'pending' then
    perform private.queue_subscriber_mail(known.id, 'confirm', sign_up);
  else
    perform private.activate_subscriber(known.id, sign_up);
  end if;
  return null;
end $$;

-- Sign-ups that were taken without these checks: no form sends them, and their links would fail.
delete from private.subscriber_mails m
where char_length(m.sign_up ->> 'first_name') > 120 or char_length(m.sign_up ->> 'source_page') > 300
  or jsonb_typeof(m.sign_up -> 'preferences') <> 'object' or pg_column_size(m.sign_up -> 'preferences') >= 1000;

-- Rate limits ---------------------------------------------------------------------------------------------------------

-- Counts a request of an IP address. Whether its customer or its network has sent more than so many in ten minutes.
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

/* Counts one view of a published article. Silently counts nothing for readers who ask not to be tracked (by browser
   header), for bots, for unknown slugs, and for an address that has sent 60 in ten minutes, or a network that has sent
   600. Of the address only hashes are kept, without the article, for the window of the limit. */
create or replace function public.count_view(p_slug text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  headers jsonb := private.request_headers();
  article uuid;
begin
  if headers ->> 'dnt' = '1' or headers ->> 'sec-gpc' = '1' then return; end if;
  if headers ->> 'user-agent' ~* 'bot|crawl|spider|slurp|headless|lighthouse|preview|monitor' then return; end if;
  select id into article from public.articles
  where slug = p_slug and status = 'published' and published_at <= now() and deleted_at is null;
  if article is null then return; end if;
  if private.is_over_limit('count_view', private.visitor_address(), 60, 600) then return; end if;
  insert into private.page_views as v (article_id, day) values (article, (now() at time zone 'utc')::date)
  on conflict (article_id, day) do update set views = v.views + 1;
end $$;

-- Mails a link to a subscriber; nothing tells the caller whether the address is one.
create or replace function public.request_subscriber_mail(p_email text, p_purpose text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text := nullif(trim(private.request_headers() ->> 'x-reader-address'), '');
  subscriber public.subscribers;
begin
  if private.count_request('subscriber_mails', '*') > 600
     or private.is_over_limit('subscriber_mails', address, 8, 60) then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  select s.* into subscriber from public.subscribers s where lower(s.email) = lower(trim(p_email));
  if subscriber.id is null
     or p_purpose = 'confirm' and subscriber.status <> 'pending'
     or p_purpose = 'unsubscribe' and subscriber.status = 'unsubscribed' then
    return;
  end if;
  perform private.queue_subscriber_mail(subscriber.id, p_purpose);
end $$;

-- For staff -----------------------------------------------------------------------------------------------------------

-- Mails that are not sent yet, and why the latest of them failed. Those that claim_subscriber_mails has given up, after
-- six attempts, wait no more.
create or replace function public.get_subscriber_mail_state() returns table (waiting bigint, error text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select count(*), (array_agg(m.error order by m.due_at desc) filter (where m.error is not null))[1]
    from private.subscriber_mails m
    where m.sent_at is null and m.attempts < 6 and m.created_at < now() - interval '1 minute';
end $$;

-- Deletes a subscriber and the messages from the same address; for super admins.
create or replace function public.erase_subscriber(p_id uuid) returns void
language plpgsql security invoker set search_path = ''
as $$
declare address text;
begin
  delete from public.subscribers where id = p_id returning email into address;
  if address is null and public.has_role('super_admin') then
    raise exception 'This subscriber is gone' using errcode = 'PT404';
  elsif address is null then
    raise exception 'Only a super admin deletes subscribers' using errcode = '42501';
  end if;
  delete from public.contact_messages where lower(trim(email)) = address;
end $$;
