/* Consent of newsletter subscribers. A reader's sign-up is pending until the link in a mail is opened, unless the
   setting newsletter_confirm is off. The row keeps what the reader agreed to (wording and version), when and where. */

alter table public.site_settings add column newsletter_confirm boolean not null default true;

-- The page where readers unsubscribe and ask for their data.
insert into private.reserved_page_slugs values ('subscription') on conflict do nothing;

-- The sentences that the forms show, by version. A changed sentence is a new version; old ones stay for the rows that
-- name them. src/domain/consent.ts holds the newest of each form.
create table private.consent_wordings (
  version text primary key,
  form text not null,
  wording text not null
);
alter table private.consent_wordings enable row level security;
insert into private.consent_wordings values
  ('newsletter-1', 'newsletter', 'We send the letters you choose to this address until you unsubscribe.'),
  ('letter-line-1', 'letter-line', 'We send our weekly letter and design tips to this address until you unsubscribe.'),
  ('contact-1', 'contact',
   'Sending a message also signs this address up for our weekly letter and design tips, until you unsubscribe.');

alter table public.subscribers
  drop constraint subscribers_status_check,
  add constraint subscribers_status_check check (status in ('pending', 'active', 'unsubscribed')),
  add column consent_version text references private.consent_wordings (version),
  add column consent_wording text,
  -- When the form was sent.
  add column consent_at timestamptz,
  -- The form; 'before confirmation' for rows older than this file, 'import' for rows added with the secret key, 'other'
  -- for visitors' rows that name no wording.
  add column consent_source text not null default 'import',
  add column confirmed_at timestamptz,
  add column unsubscribed_at timestamptz,
  -- The status that undoing an unsubscription restores.
  add column unsubscribed_from text check (unsubscribed_from in ('pending', 'active')),
  add column data_requested_at timestamptz,
  add column erasure_requested_at timestamptz;
update public.subscribers set consent_source = 'before confirmation';
create index subscribers_consent_version_idx on public.subscribers (consent_version);
create index subscribers_requests_idx on public.subscribers (id)
where data_requested_at is not null or erasure_requested_at is not null;

drop policy "anyone subscribes" on public.subscribers;
create policy "anyone subscribes" on public.subscribers for insert to anon with check (status <> 'unsubscribed');
grant insert (consent_version) on public.subscribers to anon;
-- Staff correct a name, unsubscribe and close requests; an address and its consent belong together.
revoke update on public.subscribers from authenticated;
grant update (first_name, preferences, status, data_requested_at, erasure_requested_at) on public.subscribers to authenticated;

/* Mails to send to subscribers, and the links in them. A mail is tried until it is sent, at most six times. The token
   of its link is made when it is sent; only its hash is stored. */
create table private.subscriber_mails (
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid not null references public.subscribers (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'unsubscribe', 'data', 'erasure')),
  -- The columns of a sign-up of an address that is known already; they apply when its link is opened.
  sign_up jsonb,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  error text,
  token_hash bytea unique,
  expires_at timestamptz,
  opened_at timestamptz
);
alter table private.subscriber_mails enable row level security;
create index subscriber_mails_subscriber_idx on private.subscriber_mails (subscriber_id, created_at);
create index subscriber_mails_due_idx on private.subscriber_mails (due_at) where sent_at is null;

-- Adds a mail to a subscriber. Without effect after one in the last five minutes or five in the last day, so that
-- nobody's mailbox is flooded by a visitor who types the address.
create function private.queue_subscriber_mail(p_subscriber uuid, p_purpose text, p_sign_up jsonb default null)
returns void
language sql security definer set search_path = ''
as $$
  insert into private.subscriber_mails (subscriber_id, purpose, sign_up)
  select p_subscriber, p_purpose, p_sign_up
  where (select count(*) < 5 and count(*) filter (where m.created_at > now() - interval '5 minutes') = 0
         from private.subscriber_mails m
         where m.subscriber_id = p_subscriber and m.created_at > now() - interval '1 day')
$$;

create function private.confirmation_required() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce((select s.newsletter_confirm from public.site_settings s), true) $$;

/* Records the consent of a reader's sign-up. An address that is pending or unsubscribed gets another mail in place of a
   second row, so the answer does not tell such an address from a new one; an active one violates the unique index.
   Fires after normalize_email and the rate limit: triggers fire by name. */
create function private.start_consent() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known public.subscribers;
  sign_up jsonb;
begin
  -- The edge function submit-form sends readers' forms with the secret key and names the reader's address.
  if private.is_service() and private.request_headers() ->> 'x-reader-address' is null then return new; end if;

  new.status := case when private.confirmation_required() then 'pending' else 'active' end;
  new.consent_at := now();
  select w.form, w.wording into new.consent_source, new.consent_wording
  from private.consent_wordings w where w.version = new.consent_version;
  -- A version that there is not would fail for new addresses only, and so tell which are known.
  if not found then new.consent_version := null; end if;
  new.consent_source := coalesce(new.consent_source, 'other');

  select s.* into known from public.subscribers s where lower(s.email) = new.email for update;
  if known.id is null or known.status = 'active' then return new; end if;
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
create trigger start_consent before insert on public.subscribers for each row execute function private.start_consent();

create function private.ask_to_confirm() returns trigger
language plpgsql security definer set search_path = ''
as $$ begin perform private.queue_subscriber_mail(new.id, 'confirm'); return null; end $$;
create trigger ask_to_confirm after insert on public.subscribers for each row
when (new.status = 'pending' and new.consent_at is not null) execute function private.ask_to_confirm();

-- Subscribes a known address again, with the columns of its new sign-up.
create function private.activate_subscriber(p_subscriber uuid, p_sign_up jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.subscribers s set
    (first_name, preferences, source_page, consent_version, consent_wording, consent_at, consent_source, subscribed_at)
    = (n.first_name, n.preferences, n.source_page, n.consent_version, n.consent_wording, n.consent_at, n.consent_source,
       case when p_sign_up is null then s.subscribed_at else n.consent_at end),
    status = 'active'
  from public.subscribers old, jsonb_populate_record(old, coalesce(p_sign_up, '{}')) n
  where s.id = p_subscriber and old.id = s.id
$$;

-- Staff may end a subscription, but only its reader begins one.
create function private.before_subscriber_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'unsubscribed' then
    new.unsubscribed_at := now();
    new.unsubscribed_from := old.status;
    return new;
  end if;
  if current_setting('role', true) = 'authenticated' then
    raise exception 'Only the reader can subscribe this address' using errcode = '42501';
  end if;
  new.unsubscribed_at := null;
  new.unsubscribed_from := null;
  return new;
end $$;
create trigger before_subscriber_status before update of status on public.subscribers for each row
when (old.status is distinct from new.status) execute function private.before_subscriber_status();

-- Unsubscribe links work for ever and without a stored token: a part of a hash of this key and the subscriber's id.
create table private.unsubscribe_key (id boolean primary key default true check (id), key bytea not null);
alter table private.unsubscribe_key enable row level security;
insert into private.unsubscribe_key (key) select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

create function private.unsubscribe_token(p_subscriber uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select encode(uuid_send(p_subscriber) || substring(sha256(k.key || uuid_send(p_subscriber)) for 16), 'hex')
  from private.unsubscribe_key k
$$;

-- The subscriber of an unsubscribe link; null when the token is not one of ours.
create function private.unsubscribe_token_owner(p_token text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select t.id from (select case when p_token ~ '^[0-9a-f]{64}$' then left(p_token, 32)::uuid end as id) t
  where private.unsubscribe_token(t.id) = p_token
$$;

/* The functions below are for the edge functions, which hold the secret key. What they return is an outcome of
   src/domain/form-post.ts. */

-- Ends a subscription. The same outcome for a row that is gone: nothing is left to unsubscribe.
create function public.unsubscribe(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare subscriber uuid := private.unsubscribe_token_owner(p_token);
begin
  if subscriber is null then return 'link-expired'; end if;
  update public.subscribers set status = 'unsubscribed' where id = subscriber and status <> 'unsubscribed';
  return 'unsubscribed';
end $$;

-- Restores a subscription within a day of its end, as it was.
create function public.undo_unsubscribe(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  subscriber uuid := private.unsubscribe_token_owner(p_token);
  restored text;
begin
  update public.subscribers set status = unsubscribed_from
  where id = subscriber and status = 'unsubscribed' and unsubscribed_from is not null
    and unsubscribed_at > now() - interval '1 day'
  returning status into restored;
  if restored is null then select s.status into restored from public.subscribers s where s.id = subscriber; end if;
  return case restored when 'active' then 'resubscribed' when 'pending' then 'still-pending' else 'link-expired' end;
end $$;

-- Mails a link to a subscriber; nothing tells the caller whether the address is one.
create function public.request_subscriber_mail(p_email text, p_purpose text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text := nullif(trim(private.request_headers() ->> 'x-reader-address'), '');
  subscriber public.subscribers;
begin
  if private.count_request('subscriber_mails', '*') > 600
     or (address is not null and private.count_request('subscriber_mails', md5(address)) > 8) then
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

/* Mails that are due, each with a new token whose hash replaces the stored one; they are the caller's for two minutes,
   then due again. Confirm links expire after seven days. First deletes sign-ups that were not confirmed in 30 days. */
create function public.claim_subscriber_mails(p_limit integer default 20)
returns table (id uuid, purpose text, email text, wording text, token text, unsubscribe_token text)
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.subscribers s where s.status = 'pending' and s.consent_at < now() - interval '30 days';
  delete from private.subscriber_mails m where m.created_at < now() - interval '30 days';
  return query
    with due as (
      select m.id from private.subscriber_mails m
      where m.sent_at is null and m.due_at <= now() and m.attempts < 6
      order by m.due_at limit p_limit for update skip locked
    ), tokens as materialized (
      select d.id, encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex') as token from due d
    ), claimed as (
      update private.subscriber_mails m set
        attempts = m.attempts + 1,
        due_at = now() + interval '2 minutes' * (2 ^ m.attempts),
        token_hash = sha256(convert_to(t.token, 'UTF8')),
        expires_at = now() + interval '7 days'
      from tokens t where m.id = t.id
      returning m.id, m.purpose, m.subscriber_id, m.sign_up, t.token
    )
    select c.id, c.purpose, s.email, coalesce(c.sign_up ->> 'consent_wording', s.consent_wording), c.token, private.unsubscribe_token(s.id)
    from claimed c join public.subscribers s on s.id = c.subscriber_id;
end $$;

create function public.finish_subscriber_mail(p_id uuid, p_error text) returns void
language sql security definer set search_path = ''
as $$
  update private.subscriber_mails
  set sent_at = case when p_error is null then now() end, error = left(p_error, 500) where id = p_id
$$;

/* Carries out the link of a mail. Each works once; a confirm link that is opened again says so while the address is
   subscribed, since mail scanners open links before readers do. */
create function public.open_subscriber_link(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.subscriber_mails;
  was text;
begin
  select m.* into mail from private.subscriber_mails m
  where m.token_hash = sha256(convert_to(p_token, 'UTF8')) and m.expires_at > now() for update;
  if mail.id is null then return 'link-expired'; end if;
  select s.status into was from public.subscribers s where s.id = mail.subscriber_id for update;

  if mail.purpose = 'confirm' then
    if mail.opened_at is null then
      update private.subscriber_mails m set opened_at = now()
      where m.subscriber_id = mail.subscriber_id and m.purpose = 'confirm' and m.opened_at is null;
      perform private.activate_subscriber(mail.subscriber_id, mail.sign_up);
      update public.subscribers set confirmed_at = now() where id = mail.subscriber_id;
      return 'confirmed';
    end if;
    return case when was = 'active' then 'confirmed' else 'link-expired' end;
  end if;

  update private.subscriber_mails m set opened_at = coalesce(m.opened_at, now()) where m.id = mail.id;
  if mail.purpose = 'data' then
    update public.subscribers set data_requested_at = now() where id = mail.subscriber_id and mail.opened_at is null;
    return 'data-requested';
  end if;
  if mail.purpose = 'erasure' then
    update public.subscribers set erasure_requested_at = now(), status = 'unsubscribed'
    where id = mail.subscriber_id and mail.opened_at is null;
    return 'erasure-requested';
  end if;
  return 'link-expired';
end $$;

-- For staff.

-- Mails that are not sent yet, and why the latest of them failed.
create function public.get_subscriber_mail_state() returns table (waiting bigint, error text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select count(*), (array_agg(m.error order by m.due_at desc) filter (where m.error is not null))[1]
    from private.subscriber_mails m where m.sent_at is null and m.created_at < now() - interval '1 minute';
end $$;

-- The subscribers that letters go to, with the token of each one's unsubscribe link; after p_after, by id.
create function public.get_mailing_list(p_after uuid default null, p_limit integer default 1000)
returns table (id uuid, email text, first_name text, preferences jsonb, unsubscribe_token text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select s.id, s.email, s.first_name, s.preferences, private.unsubscribe_token(s.id)
    from public.subscribers s where s.status = 'active' and (p_after is null or s.id > p_after)
    order by s.id limit p_limit;
end $$;

-- What is stored of a subscriber's address: the row and the messages from the same address. Policies apply.
create function public.get_subscriber_data(p_id uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('subscription', to_jsonb(s), 'messages', coalesce((
    select jsonb_agg(jsonb_build_object('name', m.name, 'email', m.email, 'phone', m.phone, 'subject', m.subject,
      'message', m.message, 'created_at', m.created_at) order by m.created_at)
    from public.contact_messages m where lower(trim(m.email)) = s.email), '[]'))
  from public.subscribers s where s.id = p_id
$$;

-- Deletes a subscriber and the messages from the same address; for super admins.
create function public.erase_subscriber(p_id uuid) returns void
language plpgsql security invoker set search_path = ''
as $$
declare address text;
begin
  delete from public.subscribers where id = p_id returning email into address;
  if address is null then
    raise exception 'Only a super admin deletes subscribers' using errcode = '42501';
  end if;
  delete from public.contact_messages where lower(trim(email)) = address;
end $$;

-- Only active subscribers count as subscribed; pending and unsubscribed ones are counted apart.
drop function public.get_subscriber_overview(timestamptz);
create function public.get_subscriber_overview(month_start timestamptz)
returns table (total bigint, active bigint, this_month bigint, pending bigint, unsubscribed bigint, requests bigint, sources text[])
language sql stable set search_path = ''
as $$
  select count(*) filter (where s.status = 'active'), count(*) filter (where s.status = 'active'),
    count(*) filter (where s.status = 'active' and s.subscribed_at >= month_start),
    count(*) filter (where s.status = 'pending'), count(*) filter (where s.status = 'unsubscribed'),
    count(*) filter (where s.data_requested_at is not null or s.erasure_requested_at is not null),
    coalesce((
      select array_agg(used.source_page order by used.times desc, used.source_page)
      from (select source_page, count(*) as times from public.subscribers
            where source_page <> '' group by source_page order by times desc, source_page limit 200) used
    ), '{}')
  from public.subscribers s
$$;

-- New subscribers of a period who are subscribed today, by day and by source page.
create or replace function public.get_subscriber_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    with joined as materialized (
      select private.utc_day(subscribed_at) as day, coalesce(nullif(trim(source_page), ''), '') as source
      from public.subscribers
      where status = 'active'
        and subscribed_at >= private.day_start(p_from) and subscribed_at < private.day_start(p_until + 1)
    )
    select jsonb_build_object(
      'active_before', (select count(*) from public.subscribers
        where status = 'active' and subscribed_at < private.day_start(p_from)),
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'joined', n, 'active', n) order by day)
        from (select day, count(*) as n from joined group by day) d), '[]'),
      'sources', coalesce((select jsonb_agg(jsonb_build_object('source', source, 'joined', n) order by n desc, source)
        from (select source, count(*) as n from joined group by source order by n desc, source limit 50) d), '[]')));
end $$;

grant execute on function public.get_subscriber_mail_state(), public.get_mailing_list(uuid, integer),
  public.get_subscriber_data(uuid), public.erase_subscriber(uuid), public.get_subscriber_overview(timestamptz)
to authenticated;
