-- One queue of mails in place of two.

drop function public.finish_subscriber_mail(uuid,text);

drop function public.claim_subscriber_mails(integer);

drop function public.finish_notification_mail(uuid,text);

drop function public.claim_notification_mail();

drop function private.begin_mail(uuid,uuid,uuid[]);

drop function private.people_to_mail();

CREATE OR REPLACE FUNCTION private.forget_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.notifications n where n.recipient_id = new.id;
  delete from public.notification_choices c where c.profile_id = new.id;
  delete from private.mails m where m.profile_id = new.id;
  return null;
end $function$
;

create table private.mails (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  subscriber_id uuid,
  profile_id uuid,
  created_at timestamp with time zone default now() not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  error text,
  sign_up jsonb,
  token_hash bytea,
  expires_at timestamp with time zone,
  opened_at timestamp with time zone,
  ended_at timestamp with time zone,
  is_waiting boolean generated always as (((sent_at IS NULL) AND (opened_at IS NULL) AND (ended_at IS NULL) AND ((attempts < 6) OR (kind = 'notifications'::text)))) stored not null
);

-- What the former queues hold: all mails to subscribers, and of each person the mail with notifications that is being sent
-- or has failed, or when the last one was sent.
insert into private.mails (id, kind, subscriber_id, created_at, attempts, due_at, sent_at, error, sign_up, token_hash,
  expires_at, opened_at, ended_at)
select id, purpose, subscriber_id, created_at, attempts, due_at, sent_at, error, sign_up, token_hash, expires_at, opened_at,
  ended_at
from private.subscriber_mails;

insert into private.mails (id, kind, profile_id, attempts, due_at, sent_at, error)
select coalesce(mail_id, gen_random_uuid()), 'notifications', recipient_id, attempts, due_at,
  case when attempts = 0 then sent_at end, error
from private.notification_mails where attempts > 0 or sent_at is not null;

drop table private.subscriber_mails;

drop table private.notification_mails;

alter table private.mails enable row level security;

revoke all on table private.mails from public, anon, authenticated, service_role;

alter table private.mails add constraint mails_kind_check CHECK ((kind = ANY (ARRAY['confirm'::text, 'unsubscribe'::text, 'preferences'::text, 'data'::text, 'erasure'::text, 'notifications'::text])));

alter table private.mails add constraint mails_recipient_check CHECK (((num_nonnulls(subscriber_id, profile_id) = 1) AND ((kind = 'notifications'::text) = (profile_id IS NOT NULL))));

alter table private.mails add constraint mails_pkey PRIMARY KEY (id);

alter table private.mails add constraint mails_token_hash_key UNIQUE (token_hash);

alter table private.mails add constraint mails_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES public.subscribers(id) ON DELETE CASCADE;

alter table private.mails add constraint mails_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX mails_due_idx ON private.mails USING btree (due_at) WHERE is_waiting;

CREATE INDEX mails_created_idx ON private.mails USING btree (created_at);

CREATE INDEX mails_subscriber_idx ON private.mails USING btree (subscriber_id, created_at);

CREATE INDEX mails_profile_idx ON private.mails USING btree (profile_id, sent_at);

CREATE UNIQUE INDEX mails_notifications_idx ON private.mails USING btree (profile_id) WHERE is_waiting;

CREATE OR REPLACE FUNCTION private.due_mails()
 RETURNS TABLE(id uuid, kind text, recipient_id uuid, email text, notification_ids uuid[], is_same boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query select m.id, m.kind, s.id, s.email, null::uuid[], true
    from private.mails m join public.subscribers s on s.id = m.subscriber_id
    where m.is_waiting and m.due_at <= now() order by m.due_at limit 20;
  -- All of them: some may have nothing left that their person may read.
  return query select p.mail_id, 'notifications', p.recipient_id, p.email, p.ids, p.is_under_way
    from private.people_to_mail() p;
end $function$
;

revoke all on function private.due_mails() from public, anon, authenticated, service_role;
grant execute on function private.due_mails() to service_role;

CREATE OR REPLACE FUNCTION private.begin_mail(p_mail uuid, p_is_same boolean, p_profile uuid, p_notifications uuid[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare mail uuid := p_mail;
begin
  if mail is null then
    insert into private.mails (kind, profile_id) values ('notifications', p_profile) returning id into mail;
  end if;
  update private.mails m set id = case when p_is_same then m.id else gen_random_uuid() end, attempts = m.attempts + 1,
    due_at = now() + least(interval '2 minutes' * 2 ^ least(m.attempts, 5), interval '1 hour')
  where m.id = mail returning m.id into mail;
  update public.notifications n set mail_id = mail where n.id = any (p_notifications);
  return mail;
end $function$
;

revoke all on function private.begin_mail(uuid,boolean,uuid,uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.begin_mail(uuid,boolean,uuid,uuid[]) to service_role;

CREATE OR REPLACE FUNCTION public.claim_mail()
 RETURNS TABLE(id uuid, kind text, email text, content jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare due record; failure text;
begin
  perform private.delete_old_mails();
  -- One claim after the other.
  perform pg_advisory_xact_lock(hashtext('mantel.notifications'));
  for due in select * from private.due_mails() loop
    failure := null;
    begin
      content := case due.kind
        when 'notifications' then private.notification_mail(due.recipient_id, due.notification_ids)
        else private.subscriber_mail(due.id) end;
    exception when others then failure := sqlerrm;
    end;
    if content is null and failure is null then
      perform public.finish_mail(due.id, 'Nothing to tell');
      continue;
    end if;
    id := private.begin_mail(due.id, due.is_same, due.recipient_id, case when failure is null then
      array(select jsonb_array_elements_text(line -> 'ids')::uuid from jsonb_array_elements(content -> 'lines') line)
        || due.notification_ids[201:] end);
    if failure is null then
      kind := due.kind; email := due.email;
      return next;
      return;
    end if;
    perform public.finish_mail(id, failure);
  end loop;
end $function$
;

revoke all on function public.claim_mail() from public, anon, authenticated, service_role;
grant execute on function public.claim_mail() to service_role;

CREATE OR REPLACE FUNCTION public.finish_mail(p_id uuid, p_error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare recipient uuid;
begin
  update private.mails m set sent_at = case when p_error is null then now() end, error = left(p_error, 500)
  where m.id = p_id and m.sent_at is null returning m.profile_id into recipient;
  update public.notifications n set mail_id = null, mailed_at = case when p_error is null then now() end
  where n.recipient_id = recipient and n.mail_id = p_id;
end $function$
;

revoke all on function public.finish_mail(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.finish_mail(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION private.people_to_mail()
 RETURNS TABLE(mail_id uuid, recipient_id uuid, email text, ids uuid[], is_under_way boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with waiting as (
    select n.id, n.recipient_id, n.created_at, p.email, m.id as mail_id, m.due_at,
      coalesce(n.mail_id = m.id, false) as is_under_way, private.is_mailed_at_once(n.kind) and m.id is null as is_urgent
    from public.notifications n
    join public.profiles p on p.id = n.recipient_id and p.email is not null and p.email_confirmed and p.removed_at is null
    left join private.mails m on m.profile_id = n.recipient_id and m.is_waiting
    where n.by_mail and n.read_at is null and n.mailed_at is null and private.choice_of(n.recipient_id, n.kind) = 'mail'
      and n.created_at > now() - interval '7 days'
  )
  select w.mail_id, w.recipient_id, w.email, array_agg(w.id order by w.created_at desc, w.id), w.is_under_way
  from waiting w
  where w.is_under_way
    or not exists (select from waiting other where other.recipient_id = w.recipient_id and other.is_under_way)
  group by w.mail_id, w.recipient_id, w.email, w.due_at, w.is_under_way
  having bool_or(w.is_urgent)
    or (w.is_under_way or min(w.created_at) <= now() - interval '5 minutes')
      and now() >= coalesce(w.due_at,
        (select max(m.sent_at) + interval '1 hour' from private.mails m where m.profile_id = w.recipient_id), now())
  order by min(w.created_at)
$function$
;

revoke all on function private.people_to_mail() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.notification_mail(p_recipient uuid, p_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller text := current_setting('role');
  -- Whom auth.uid and auth.jwt tell: which of the two settings they read depends on the version of the auth server.
  uid text := current_setting('request.jwt.claim.sub', true); claims text := current_setting('request.jwt.claims', true);
  content jsonb;
begin
  perform set_config('request.jwt.claim.sub', p_recipient::text, true),
    set_config('request.jwt.claims', jsonb_build_object('sub', p_recipient, 'aal', 'aal2')::text, true);
  set local role authenticated;
  select jsonb_build_object('lines', jsonb_agg(to_jsonb(l) order by l.created_at desc, l.ids)) into content
  from private.notification_lines(p_ids[:200]) l having count(*) > 0;
  -- After an error the role and the settings are as before.
  perform set_config('role', caller, true), set_config('request.jwt.claim.sub', coalesce(uid, ''), true),
    set_config('request.jwt.claims', coalesce(claims, ''), true);
  return content;
end $function$
;

revoke all on function private.notification_mail(uuid,uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.notification_mail(uuid,uuid[]) to service_role;

CREATE OR REPLACE FUNCTION private.queue_subscriber_mail(p_subscriber uuid, p_purpose text, p_sign_up jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One request after the other.
  perform 1 from public.subscribers s where s.id = p_subscriber for update;
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
end $function$
;

CREATE OR REPLACE FUNCTION public.request_subscriber_mail(p_email text, p_purpose text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.subscriber_mail(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare token text := encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex'); content jsonb;
begin
  update private.mails m set token_hash = sha256(convert_to(token, 'UTF8')), expires_at = now() + interval '7 days'
  from public.subscribers s where m.id = p_id and m.is_waiting and s.id = m.subscriber_id
  returning jsonb_build_object('wording', coalesce(m.sign_up ->> 'consent_wording', s.consent_wording), 'token', token,
    'unsubscribe_token', private.unsubscribe_token(s.id)) into content;
  return content;
end $function$
;

revoke all on function private.subscriber_mail(uuid) from public, anon, authenticated, service_role;
grant execute on function private.subscriber_mail(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.delete_old_mails()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.subscribers s
  where s.status = 'pending' and s.consent_at < now() - interval '30 days' and not exists (
    select 1 from private.mails m where m.subscriber_id = s.id and m.created_at > now() - interval '7 days');
  delete from private.mails m where m.created_at < now() - interval '30 days';
$function$
;

revoke all on function private.delete_old_mails() from public, anon, authenticated, service_role;
grant execute on function private.delete_old_mails() to service_role;

CREATE OR REPLACE FUNCTION public.open_subscriber_link(p_token text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail private.mails;
  reader public.subscribers;
begin
  -- The subscriber is locked before its mails, as by unsubscribing.
  select s.* into reader from public.subscribers s
  where s.id = (select m.subscriber_id from private.mails m
                where m.token_hash = sha256(convert_to(p_token, 'UTF8'))) for update;
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
end $function$
;

CREATE OR REPLACE FUNCTION private.end_subscriber_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.mails m set ended_at = now()
  where m.subscriber_id = new.id and m.opened_at is null and m.ended_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.get_subscriber_mail_state()
 RETURNS TABLE(waiting bigint, given_up bigint, error text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;
