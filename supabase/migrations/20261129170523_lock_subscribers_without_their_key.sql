CREATE OR REPLACE FUNCTION private.start_consent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_subscriber_mail(p_subscriber uuid, p_purpose text, p_sign_up jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

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
end $function$
;

CREATE OR REPLACE FUNCTION public.undo_unsubscribe(p_token text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;
