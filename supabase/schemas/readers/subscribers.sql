/* Subscribers of the newsletter and their consent. A reader's sign-up is pending until it is confirmed by a mail, unless
   the setting newsletter_confirm is off. The row keeps what the reader agreed to (wording and version), when and where. */

-- The sentences that the forms show or have shown, by version. register_magazine adds the standard ones, private.check_texts
-- the magazine's own. A version is made of the sentence, so a changed one is another.
create table private.consent_wordings (
  version text primary key,
  form text not null,
  wording text not null
);
alter table private.consent_wordings enable row level security;

-- The version of what a form says: its 32-bit FNV-1a hash, as consentVersion in src/domain/readers/subscriber.ts.
create function private.consent_version(p_form text, p_wording text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  bytes bytea := convert_to(p_wording, 'UTF8');
  hash bigint := 2166136261;
begin
  for place in 0 .. length(bytes) - 1 loop
    hash := ((hash # get_byte(bytes, place)) * 16777619) & 4294967295;
  end loop;
  return p_form || '-' || lpad(to_hex(hash), 8, '0');
end $$;
insert into private.consent_wordings values
  ('newsletter-1', 'newsletter', 'We send the letters you choose to this address until you unsubscribe.'),
  ('letter-line-1', 'letter-line', 'We send our weekly letter and design tips to this address until you unsubscribe.'),
  ('contact-1', 'contact',
   'Sending a message also signs this address up for our weekly letter and design tips, until you unsubscribe.');

create table public.subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) <= 320 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$')
    -- A list or object sent as an address is stored as its JSON text, which may look like one.
    constraint subscribers_email_characters check (email !~ '["<>(),:;\\[\]]'),
  first_name text check (char_length(first_name) <= 120),
  preferences jsonb not null default '{"weeklyNewsletter": true, "designTips": true, "newArticles": false, "specialOffers": false}'
    check (jsonb_typeof(preferences) = 'object' and pg_column_size(preferences) < 1000),
  source_page text check (char_length(source_page) <= 300),
  status text not null default 'active' check (status in ('pending', 'active', 'unsubscribed')),
  subscribed_at timestamptz not null default now(),
  consent_version text references private.consent_wordings (version),
  consent_wording text,
  -- When the form was sent.
  consent_at timestamptz,
  -- The form; 'import' for rows added with the secret key, 'other' for visitors' rows that name no wording, 'before
  -- confirmation' for rows from before consent was recorded.
  consent_source text not null default 'import',
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  -- The status that undoing an unsubscription restores.
  unsubscribed_from text check (unsubscribed_from in ('pending', 'active')),
  data_requested_at timestamptz,
  erasure_requested_at timestamptz
);
create unique index subscribers_email_idx on public.subscribers (lower(email));
create index subscribers_subscribed_idx on public.subscribers (subscribed_at desc);
create index subscribers_consent_version_idx on public.subscribers (consent_version);
create index subscribers_requests_idx on public.subscribers (id)
where data_requested_at is not null or erasure_requested_at is not null;
create index subscribers_pending_idx on public.subscribers (consent_at) where status = 'pending';

-- What staff search.
create function public.search_text(public.subscribers) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.email, $1.first_name)) $$;
grant execute on function public.search_text(public.subscribers) to authenticated;

-- Staff correct a name, unsubscribe and close requests; an address and its consent belong together. Accounts subscribe
-- nobody.
alter table public.subscribers enable row level security;
grant insert (email, first_name, preferences, source_page, consent_version) on public.subscribers to anon;
grant select, update (first_name, preferences, status, data_requested_at, erasure_requested_at), delete
on public.subscribers to authenticated;
create policy "anyone subscribes" on public.subscribers for insert to anon with check (status <> 'unsubscribed');
create policy "editors read subscribers" on public.subscribers for select to authenticated
using ((select public.has_role('super_admin', 'editor')));
create policy "editors change subscribers" on public.subscribers for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins remove subscribers" on public.subscribers for delete to authenticated
using ((select public.has_role('super_admin')));

-- Rules of a sign-up. Triggers fire by name: enforce_rate_limit, normalize_email, require_form_enabled, start_consent,
-- stop_duplicate.

create trigger enforce_rate_limit before insert on public.subscribers
for each row execute function private.enforce_rate_limit();

-- Stored without outer blanks, which phone keyboards add, and in lower case.
create function private.normalize_email() returns trigger
language plpgsql set search_path = ''
as $$ begin new.email := lower(trim(new.email)); return new; end $$;
create trigger normalize_email before insert or update of email on public.subscribers
for each row execute function private.normalize_email();

create trigger require_form_enabled before insert on public.subscribers
for each row execute function private.require_form_enabled('newsletter_enabled', 'The newsletter is closed');

/* Records the consent of a reader's sign-up. An address that is pending or unsubscribed gets another mail in place of a
   second row, so the answer does not tell such an address from a new one; an active one violates the unique index. */
create function private.start_consent() returns trigger
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

  select s.* into known from public.subscribers s where lower(s.email) = new.email for no key update;
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
create trigger start_consent before insert on public.subscribers
for each row execute function private.start_consent();

/* A visitor's sign-up of an address that is subscribed already is answered with status 409 and inserts nothing. It is
   not an error, which would undo its count in the rate limit, so that addresses could be tried without end. The row is
   tried to be inserted all the same: one that fails a check fails it whether its address is subscribed or not. */
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
create trigger stop_duplicate before insert on public.subscribers
for each row execute function private.stop_duplicate();

-- Whether a sign-up waits for its confirmation by mail.
create function private.confirmation_required() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce((select s.newsletter_confirm from public.site_settings s), true) $$;

-- Sends the mail whose link confirms a sign-up.
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

create trigger log_delete after delete on public.subscribers
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- For staff ----------------------------------------------------------------------------------------------------------

-- Counts for the list of subscribers, and the sources to filter by, most used first. Only active subscribers count as
-- subscribed; pending and unsubscribed ones are counted apart. Visitors send the source, so only 200 different ones are
-- listed.
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
  if address is null and public.has_role('super_admin') then
    raise exception 'This subscriber is gone' using errcode = 'PT404';
  elsif address is null then
    raise exception 'Only a super admin deletes subscribers' using errcode = '42501';
  end if;
  delete from public.contact_messages where lower(trim(email)) = address;
end $$;

grant execute on function public.get_subscriber_overview(timestamptz), public.get_subscriber_data(uuid),
  public.erase_subscriber(uuid) to authenticated;
