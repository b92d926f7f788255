/* Mails to subscribers, and the links in them; ground/mails.sql has their queue. What the functions return to the edge
   function newsletter is an outcome of src/domain/readers/form-post.ts; they are called with the secret key. */

/* Adds a mail to a subscriber, who gets one in five minutes, and one in an hour after five in a day: a further one waits,
   and one of its purpose that waits already goes in its place. Nobody's mailbox is flooded by a visitor who types the
   address, and no visitor uses up the mails of a reader. */
create function private.queue_subscriber_mail(p_subscriber uuid, p_purpose text, p_sign_up jsonb default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- One request after the other. Nobody who locks a subscriber before its mails locks its key: claim_mail, which holds a mail,
  -- asks then whether its subscriber is there.
  perform 1 from public.subscribers s where s.id = p_subscriber for no key update;
  update private.mails m set sign_up = coalesce(p_sign_up, m.sign_up)
  where m.subscriber_id = p_subscriber and m.kind = p_purpose
    and m.attempts = 0 and m.opened_at is null and m.ended_at is null;
  if found then return; end if;
  insert into private.mails (subscriber_id, kind, sign_up, due_at)
  select p_subscriber, p_purpose, p_sign_up, greatest(now(),
    max(coalesce(m.sent_at, case m.attempts when 0 then m.due_at else m.created_at end))
    + case when count(*) filter (where m.created_at > now() - interval '1 day') < 5 then interval '5 minutes'
        else interval '1 hour' end)
  from private.mails m
  where m.subscriber_id = p_subscriber
    and (m.sent_at is not null or m.opened_at is null and m.ended_at is null);
end $$;

-- Mails a link to a subscriber, whatever its status; nothing tells the caller whether the address is one.
create function public.request_subscriber_mail(p_email text, p_purpose text) returns void
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
    select m.sign_up into sign_up from private.mails m
    where m.subscriber_id = subscriber.id and m.kind = 'confirm' and m.opened_at is null and m.ended_at is null
    order by m.created_at desc limit 1;
    if sign_up is null and subscriber.status = 'unsubscribed' then
      sign_up := jsonb_build_object('consent_at', now());
    end if;
  end if;
  perform private.queue_subscriber_mail(subscriber.id, p_purpose, sign_up);
end $$;

/* What a mail to a subscriber says, with a new token, which works for seven days and whose hash replaces the stored one.
   Null when the mail does not wait any more. */
create function private.subscriber_mail(p_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare token text := encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex'); content jsonb;
begin
  update private.mails m set token_hash = sha256(convert_to(token, 'UTF8')), expires_at = now() + interval '7 days'
  from public.subscribers s where m.id = p_id and m.is_waiting and s.id = m.subscriber_id
  returning jsonb_build_object('wording', coalesce(m.sign_up ->> 'consent_wording', s.consent_wording), 'token', token,
    'unsubscribe_token', private.unsubscribe_token(s.id)) into content;
  return content;
end $$;
grant execute on function private.subscriber_mail(uuid) to service_role;

-- Deletes mails of 30 days ago, and sign-ups that were not confirmed in 30 days. Who signs up again with such an address
-- gets the seven days of the new mail, too.
create function private.delete_old_mails() returns void
language sql security definer set search_path = ''
as $$
  delete from public.subscribers s
  where s.status = 'pending' and s.consent_at < now() - interval '30 days' and not exists (
    select 1 from private.mails m where m.subscriber_id = s.id and m.created_at > now() - interval '7 days');
  delete from private.mails m where m.created_at < now() - interval '30 days';
$$;
grant execute on function private.delete_old_mails() to service_role;

/* Carries out the link of a mail, at the press of its page's button. Each works once; a second press says what the first
   did, while that holds. Confirming ends the requests from before it to confirm or to erase. */
create function public.open_subscriber_link(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.mails;
  reader public.subscribers;
begin
  -- The subscriber is locked before its mails, as by unsubscribing.
  select s.* into reader from public.subscribers s
  where s.id = (select m.subscriber_id from private.mails m
                where m.token_hash = sha256(convert_to(p_token, 'UTF8'))) for no key update;
  select m.* into mail from private.mails m
  where m.token_hash = sha256(convert_to(p_token, 'UTF8')) and m.expires_at > now() and m.ended_at is null for update;
  if mail.id is null then return 'link-expired'; end if;

  if mail.opened_at is not null then
    return case
      when mail.kind = 'confirm' and reader.status = 'active' then 'confirmed'
      when mail.kind = 'data' and reader.data_requested_at is not null then 'data-requested'
      when mail.kind = 'erasure' and reader.erasure_requested_at is not null and reader.status = 'unsubscribed'
        then 'erasure-requested'
      else 'link-expired' end;
  end if;
  update private.mails m set opened_at = now() where m.id = mail.id;

  case mail.kind
    when 'confirm' then
      -- Not a later sign-up: its reader may have chosen other letters.
      update private.mails m
      set opened_at = case m.kind when 'confirm' then now() end, ended_at = case m.kind when 'erasure' then now() end
      where m.subscriber_id = mail.subscriber_id and m.kind in ('confirm', 'erasure')
        and m.opened_at is null and m.ended_at is null
        and (m.created_at <= mail.created_at or m.kind = 'confirm' and m.sign_up is null);
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

-- Ends the open links of a subscriber who unsubscribes, by whatever way and also once more: nothing that was asked for
-- before is carried out later.
create function private.end_subscriber_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.mails m set ended_at = now()
  where m.subscriber_id = new.id and m.opened_at is null and m.ended_at is null;
  return null;
end $$;
create trigger end_subscriber_links after update of status on public.subscribers for each row
when (new.status = 'unsubscribed') execute function private.end_subscriber_links();

-- Ends a subscription. The same outcome for a row that is gone: nothing is left to unsubscribe.
create function public.unsubscribe(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare subscriber uuid := private.unsubscribe_token_owner(p_token);
begin
  if subscriber is null then return 'link-expired'; end if;
  update public.subscribers set status = 'unsubscribed' where id = subscriber;
  return 'unsubscribed';
end $$;

/* What the subscriber of an unsubscribe link has chosen to get, after choosing it where p_chosen is given:
   `{preferences}`. Where nothing can be chosen `{outcome}`: the link is not one of ours, the sign-up waits for its
   confirmation, or nobody is subscribed. */
create function public.subscriber_preferences(p_token text, p_chosen jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  subscriber uuid := private.unsubscribe_token_owner(p_token);
  reader public.subscribers;
begin
  if subscriber is null then return jsonb_build_object('outcome', 'link-expired'); end if;
  if p_chosen is not null then
    update public.subscribers set preferences = p_chosen where id = subscriber and status = 'active';
  end if;
  select s.* into reader from public.subscribers s where s.id = subscriber;
  return case reader.status
    when 'active' then jsonb_build_object('preferences', reader.preferences)
    when 'pending' then jsonb_build_object('outcome', 'not-confirmed')
    else jsonb_build_object('outcome', 'not-subscribed-now') end;
end $$;

-- Whether an unsubscription can be undone: for a day, and not after a request for erasure.
create function private.can_undo(p_subscriber public.subscribers) returns boolean
language sql stable set search_path = ''
as $$
  select p_subscriber.status = 'unsubscribed' and p_subscriber.unsubscribed_from is not null
    and p_subscriber.unsubscribed_at > now() - interval '1 day' and p_subscriber.erasure_requested_at is null
$$;

-- The token that undoes the unsubscription of a subscriber at a time, the eight bytes of a timestamp, and no other one.
create function private.undo_token(p_subscriber uuid, p_unsubscribed bytea) returns text
language sql stable security definer set search_path = ''
as $$
  select encode(undone || substring(sha256(k.key || undone) for 8), 'hex')
  from private.unsubscribe_key k, (select uuid_send(p_subscriber) || p_unsubscribed as undone) t
$$;

-- The token that undoes the unsubscription of an unsubscribe link's owner; null when there is nothing to undo.
create function public.get_undo_token(p_token text) returns text
language sql stable security definer set search_path = ''
as $$
  select private.undo_token(s.id, timestamptz_send(s.unsubscribed_at)) from public.subscribers s
  where s.id = private.unsubscribe_token_owner(p_token) and private.can_undo(s)
$$;

-- Restores a subscription as it was. A second press says so, too.
create function public.undo_unsubscribe(p_token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  reader public.subscribers;
  undone bytea;
begin
  if p_token !~ '^[0-9a-f]{64}$' then return 'link-expired'; end if;
  select s.* into reader from public.subscribers s where s.id = left(p_token, 32)::uuid for no key update;
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

-- For staff ----------------------------------------------------------------------------------------------------------

-- Numbers of mails that should have been sent, and of mails that have failed six times and are not tried again (unless their
-- reader got a later one), and why the latest failed.
create function public.get_subscriber_mail_state() returns table (waiting bigint, given_up bigint, error text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select count(*) filter (where m.is_waiting), count(*) filter (where not m.is_waiting),
      (array_agg(m.error order by m.due_at desc) filter (where m.error is not null))[1]
    from private.mails m
    where m.subscriber_id is not null and m.sent_at is null and m.opened_at is null and m.ended_at is null
      and m.created_at < now() - interval '1 minute' and (m.attempts > 0 or m.due_at < now() - interval '1 minute')
      and not exists (
        select 1 from private.mails later
        where later.subscriber_id = m.subscriber_id and later.kind = m.kind and later.created_at > m.created_at
          and later.sent_at is not null);
end $$;

-- The subscribers that the weekly letter goes to, with the token of each one's unsubscribe link; after p_after, by id.
create function public.get_mailing_list(p_after uuid default null, p_limit integer default 1000)
returns table (id uuid, email text, first_name text, preferences jsonb, unsubscribe_token text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select s.id, s.email, s.first_name, s.preferences, private.unsubscribe_token(s.id)
    from public.subscribers s
    where s.status = 'active' and s.preferences -> 'weeklyNewsletter' = 'true' and (p_after is null or s.id > p_after)
    order by s.id limit p_limit;
end $$;

grant execute on function public.get_subscriber_mail_state(), public.get_mailing_list(uuid, integer) to authenticated;

-- Erased addresses ----------------------------------------------------------------------------------------------------

-- Addresses that staff have deleted, as digests with a key of this magazine: an import does not bring them back. Readers may
-- subscribe again themselves.
create table private.erased_addresses (
  digest bytea primary key,
  erased_at timestamptz not null default now()
);
alter table private.erased_addresses enable row level security;

create function private.address_digest(p_email text) returns bytea
language sql stable security definer set search_path = ''
as $$ select sha256(k.key || convert_to(lower(btrim(p_email)), 'UTF8')) from private.unsubscribe_key k $$;

create function private.is_erased(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.erased_addresses e where e.digest = private.address_digest(p_email)) $$;

create function private.note_erased_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Neither an import that is taken back nor a sign-up that nobody confirmed asks to be erased.
  if private.is_service() then return null; end if;
  insert into private.erased_addresses (digest) values (private.address_digest(old.email)) on conflict do nothing;
  return null;
end $$;
create trigger note_erased_address after delete on public.subscribers
for each row execute function private.note_erased_address();
