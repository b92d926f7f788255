/* The queue of all mails except the auth server's. An edge function claims a mail, sends it and says how it went; a mail
   that failed, or whose sender said nothing in time, is due again. A kind of mail is a value of `kind`, the function in
   claim_mail that says what is in it, and its words in supabase/functions/_shared/due-mails.ts. */

create table private.mails (
  -- Of the mail as it is sent: notifications that are collected anew after a failure are another mail.
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('confirm', 'unsubscribe', 'preferences', 'data', 'erasure', 'notifications')),
  subscriber_id uuid references public.subscribers (id) on delete cascade,
  profile_id uuid references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Its sender has until then; after that another one sends it.
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  error text,
  -- The columns of a sign-up of an address that is known already; they apply when the link of the mail is opened.
  sign_up jsonb,
  -- The link of a mail to a subscriber. The token is made when the mail is sent; only its hash is stored.
  token_hash bytea unique,
  expires_at timestamptz,
  opened_at timestamptz,
  -- When a later wish of the subscriber ended it before its link was opened: the link works no more, and no mail goes.
  ended_at timestamptz,
  -- Whether it is tried (again). Mails to subscribers are given up after six attempts; notifications are told for a week.
  is_waiting boolean not null generated always as (
    sent_at is null and opened_at is null and ended_at is null and (attempts < 6 or kind = 'notifications')) stored,
  constraint mails_recipient_check check (
    num_nonnulls(subscriber_id, profile_id) = 1 and (kind = 'notifications') = (profile_id is not null))
);
alter table private.mails enable row level security;
create index mails_due_idx on private.mails (due_at) where is_waiting;
create index mails_created_idx on private.mails (created_at);
create index mails_subscriber_idx on private.mails (subscriber_id, created_at);
create index mails_profile_idx on private.mails (profile_id, sent_at);
-- A person has one mail with notifications at a time.
create unique index mails_notifications_idx on private.mails (profile_id) where is_waiting;

/* The mails to send now, the oldest first; those to subscribers, who wait at a screen, before those with notifications. Of
   the latter `id` is null while none is in the queue; `is_same` says whether it has what the last attempt had. */
create function private.due_mails()
returns table (id uuid, kind text, recipient_id uuid, email text, notification_ids uuid[], is_same boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select m.id, m.kind, s.id, s.email, null::uuid[], true
    from private.mails m join public.subscribers s on s.id = m.subscriber_id
    where m.is_waiting and m.due_at <= now() order by m.due_at limit 20;
  -- All of them: some may have nothing left that their person may read.
  return query select p.mail_id, 'notifications', p.recipient_id, p.email, p.ids, p.is_under_way
    from private.people_to_mail() p;
end $$;
grant execute on function private.due_mails() to service_role;

-- Begins an attempt to send a mail, which has these notifications. Returns its id.
create function private.begin_mail(p_mail uuid, p_is_same boolean, p_profile uuid, p_notifications uuid[]) returns uuid
language plpgsql security definer set search_path = ''
as $$
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
end $$;
grant execute on function private.begin_mail(uuid, boolean, uuid, uuid[]) to service_role;

/* The next mail to send, with what it says; no row when none is due. It is the caller's until it is finished, for two
   minutes at least. A mail whose content cannot be read counts as one that failed, and the next one is claimed. First
   deletes what is kept no longer. With the secret key only. */
create function public.claim_mail() returns table (id uuid, kind text, email text, content jsonb)
language plpgsql security invoker set search_path = ''
as $$
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
end $$;

-- Records that a mail was sent, or why not: then the notifications in it wait for the next one. With the secret key only.
create function public.finish_mail(p_id uuid, p_error text) returns void
language plpgsql security definer set search_path = ''
as $$
declare recipient uuid;
begin
  update private.mails m set sent_at = case when p_error is null then now() end, error = left(p_error, 500)
  where m.id = p_id and m.sent_at is null returning m.profile_id into recipient;
  update public.notifications n set mail_id = null, mailed_at = case when p_error is null then now() end
  where n.recipient_id = recipient and n.mail_id = p_id;
end $$;
