/* Mails to subscribers, and the links in them. Who sends them: the edge function newsletter, which claims those that are
   due. What the functions return to it is an outcome of src/domain/form-post.ts; they are called with the secret key. */

-- A mail is tried until it is sent, at most six times. The token of its link is made when it is sent; only its hash is
-- stored.
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
create index subscriber_mails_created_idx on private.subscriber_mails (created_at);

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

-- Mails a link to a subscriber; nothing tells the caller whether the address is one.
create function public.request_subscriber_mail(p_email text, p_purpose text) returns void
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

/* Mails that are due, each with a new token whose hash replaces the stored one; they are the caller's for two minutes,
   then due again. Confirm links expire after seven days. First deletes sign-ups that were not confirmed in 30 days; who
   signs up again with such an address gets the seven days of the new mail, too. */
create function public.claim_subscriber_mails(p_limit integer default 20)
returns table (id uuid, purpose text, email text, wording text, token text, unsubscribe_token text)
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.subscribers s
  where s.status = 'pending' and s.consent_at < now() - interval '30 days' and not exists (
    select 1 from private.subscriber_mails m
    where m.subscriber_id = s.id and m.created_at > now() - interval '7 days');
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

-- Records that a mail was sent, or why not.
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

-- Unsubscribing ------------------------------------------------------------------------------------------------------

-- Unsubscribe links work for ever and without a stored token: a part of a hash of this key and the subscriber's id.
create table private.unsubscribe_key (id boolean primary key default true check (id), key bytea not null);
alter table private.unsubscribe_key enable row level security;
insert into private.unsubscribe_key (key) select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

-- The token of a subscriber's unsubscribe link.
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

-- For staff ----------------------------------------------------------------------------------------------------------

-- Mails that are not sent yet, and why the latest of them failed. A mail that has failed six times is not tried again,
-- and does not count.
create function public.get_subscriber_mail_state() returns table (waiting bigint, error text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select count(*), (array_agg(m.error order by m.due_at desc) filter (where m.error is not null))[1]
    from private.subscriber_mails m
    where m.sent_at is null and m.attempts < 6 and m.created_at < now() - interval '1 minute';
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

grant execute on function public.get_subscriber_mail_state(), public.get_mailing_list(uuid, integer) to authenticated;
