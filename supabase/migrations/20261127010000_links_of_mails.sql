-- Mails to subscribers wait in place of being dropped; unsubscribing ends every link that was mailed before, and the link
-- that undoes it is its own.

alter table private.subscriber_mails add column ended_at timestamptz;

create or replace function private.queue_subscriber_mail(p_subscriber uuid, p_purpose text, p_sign_up jsonb default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- One request after the other.
  perform 1 from public.subscribers s where s.id = p_subscriber for update;
  update private.subscriber_mails m set sign_up = coalesce(p_sign_up, m.sign_up)
  where m.subscriber_id = p_subscriber and m.purpose = p_purpose
    and m.attempts = 0 and m.opened_at is null and m.ended_at is null;
  if found then return; end if;
  insert into private.subscriber_mails (subscriber_id, purpose, sign_up, due_at)
  select p_subscriber, p_purpose, p_sign_up, greatest(now(),
    max(coalesce(m.sent_at, case m.attempts when 0 then m.due_at else m.created_at end))
    + case when count(*) filter (where m.created_at > now() - interval '1 day') < 5 then interval '5 minutes'
        else interval '1 hour' end)
  from private.subscriber_mails m
  where m.subscriber_id = p_subscriber
    and (m.sent_at is not null or m.opened_at is null and m.ended_at is null);
end $$;

create or replace function public.request_subscriber_mail(p_email text, p_purpose text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text := nullif(trim(private.request_headers() ->> 'x-reader-address'), '');
  subscriber public.subscribers;
  sign_up jsonb;
begin
  if private.count_request('subscriber_mails', '*') > 600
     or private.is_over_limit('subscriber_mails', address, 8, 60) then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  select s.* into subscriber from public.subscribers s where lower(s.email) = lower(trim(p_email));
  if subscriber.id is null then return; end if;
  if p_purpose = 'confirm' then
    -- The last sign-up that waits for its confirmation; without one an unsubscribed address subscribes anew, as before.
    select m.sign_up into sign_up from private.subscriber_mails m
    where m.subscriber_id = subscriber.id and m.purpose = 'confirm' and m.opened_at is null and m.ended_at is null
    order by m.created_at desc limit 1;
    if sign_up is null and subscriber.status = 'unsubscribed' then
      sign_up := jsonb_build_object('consent_at', now());
    end if;
  end if;
  perform private.queue_subscriber_mail(subscriber.id, p_purpose, sign_up);
end $$;

create or replace function public.claim_subscriber_mails(p_limit integer default 20)
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
        and m.opened_at is null and m.ended_at is null
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

create or replace function public.open_subscriber_link(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.subscriber_mails;
  reader public.subscribers;
begin
  -- The subscriber is locked before its mails, as by unsubscribing.
  select s.* into reader from public.subscribers s
  where s.id = (select m.subscriber_id from private.subscriber_mails m
                where m.token_hash = sha256(convert_to(p_token, 'UTF8'))) for update;
  select m.* into mail from private.subscriber_mails m
  where m.token_hash = sha256(convert_to(p_token, 'UTF8')) and m.expires_at > now() and m.ended_at is null for update;
  if mail.id is null then return 'link-expired'; end if;

  if mail.opened_at is not null then
    return case
      when mail.purpose = 'confirm' and reader.status = 'active' then 'confirmed'
      when mail.purpose = 'data' and reader.data_requested_at is not null then 'data-requested'
      when mail.purpose = 'erasure' and reader.erasure_requested_at is not null and reader.status = 'unsubscribed'
        then 'erasure-requested'
      else 'link-expired' end;
  end if;
  update private.subscriber_mails m set opened_at = now() where m.id = mail.id;

  case mail.purpose
    when 'confirm' then
      -- Not a later sign-up: its reader may have chosen other letters.
      update private.subscriber_mails m
      set opened_at = case m.purpose when 'confirm' then now() end, ended_at = case m.purpose when 'erasure' then now() end
      where m.subscriber_id = mail.subscriber_id and m.purpose in ('confirm', 'erasure')
        and m.opened_at is null and m.ended_at is null
        and (m.created_at <= mail.created_at or m.purpose = 'confirm' and m.sign_up is null);
      perform private.activate_subscriber(reader.id, mail.sign_up);
      update public.subscribers set confirmed_at = now() where id = reader.id;
      return 'confirmed';
    when 'data' then
      update public.subscribers set data_requested_at = now() where id = reader.id;
      return 'data-requested';
    when 'erasure' then
      update public.subscribers set erasure_requested_at = now(), status = 'unsubscribed' where id = reader.id;
      return 'erasure-requested';
    else return 'link-expired';
  end case;
end $$;

create or replace function private.end_subscriber_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.subscriber_mails m set ended_at = now()
  where m.subscriber_id = new.id and m.opened_at is null and m.ended_at is null;
  return null;
end $$;

create trigger end_subscriber_links after update of status on public.subscribers for each row
when (new.status = 'unsubscribed') execute function private.end_subscriber_links();

create or replace function public.unsubscribe(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare subscriber uuid := private.unsubscribe_token_owner(p_token);
begin
  if subscriber is null then return 'link-expired'; end if;
  update public.subscribers set status = 'unsubscribed' where id = subscriber;
  return 'unsubscribed';
end $$;

create or replace function private.can_undo(p_subscriber public.subscribers) returns boolean
language sql stable set search_path = ''
as $$
  select p_subscriber.status = 'unsubscribed' and p_subscriber.unsubscribed_from is not null
    and p_subscriber.unsubscribed_at > now() - interval '1 day' and p_subscriber.erasure_requested_at is null
$$;

create or replace function private.undo_token(p_subscriber uuid, p_unsubscribed bytea) returns text
language sql stable security definer set search_path = ''
as $$
  select encode(undone || substring(sha256(k.key || undone) for 8), 'hex')
  from private.unsubscribe_key k, (select uuid_send(p_subscriber) || p_unsubscribed as undone) t
$$;

create or replace function public.get_undo_token(p_token text) returns text
language sql stable security definer set search_path = ''
as $$
  select private.undo_token(s.id, timestamptz_send(s.unsubscribed_at)) from public.subscribers s
  where s.id = private.unsubscribe_token_owner(p_token) and private.can_undo(s)
$$;

create or replace function public.undo_unsubscribe(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  reader public.subscribers;
  undone bytea;
begin
  if p_token !~ '^[0-9a-f]{64}$' then return 'link-expired'; end if;
  select s.* into reader from public.subscribers s where s.id = left(p_token, 32)::uuid for update;
  undone := decode(substring(p_token from 33 for 16), 'hex');
  if reader.id is null or p_token <> private.undo_token(reader.id, undone) then return 'link-expired'; end if;
  if reader.status = 'unsubscribed' then
    if undone <> timestamptz_send(reader.unsubscribed_at) or not private.can_undo(reader) then
      return 'link-expired';
    end if;
    update public.subscribers set status = unsubscribed_from where id = reader.id returning * into reader;
    -- Unsubscribing has ended the link that it waited for.
    if reader.status = 'pending' then perform private.queue_subscriber_mail(reader.id, 'confirm'); end if;
  end if;
  return case reader.status when 'active' then 'resubscribed' else 'still-pending' end;
end $$;

create or replace function public.get_subscriber_mail_state() returns table (waiting bigint, error text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select count(*), (array_agg(m.error order by m.due_at desc) filter (where m.error is not null))[1]
    from private.subscriber_mails m
    where m.sent_at is null and m.attempts < 6 and m.opened_at is null and m.ended_at is null
      and m.created_at < now() - interval '1 minute' and (m.attempts > 0 or m.due_at < now() - interval '1 minute');
end $$;

-- Links that were open when their subscriber unsubscribed.
update private.subscriber_mails m set ended_at = now()
from public.subscribers s
where s.id = m.subscriber_id and s.status = 'unsubscribed' and m.created_at <= s.unsubscribed_at
  and m.opened_at is null and m.ended_at is null;
