-- What is mailed of notifications, and to whom. ground/mails.sql has the queue.

/* The people to mail now, with the notifications to mail: of a mail that is being sent its own, as far as they still wait;
   otherwise all of the last seven days that are not read and not mailed, the newest first, once one of them is of a kind
   that is mailed at once, or has waited five minutes for being read in the bell, and the last mail is an hour old. After a
   failure all wait until the mail in the queue is due. */
create function private.people_to_mail()
returns table (mail_id uuid, recipient_id uuid, email text, ids uuid[], is_under_way boolean)
language sql stable security definer set search_path = ''
as $$
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
$$;

/* The lines of a mail with notifications, as its recipient may read them now; null when there are none. They are of the
   newest 200 notifications; older ones are taken as told. */
create function private.notification_mail(p_recipient uuid, p_ids uuid[]) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
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
end $$;
grant execute on function private.notification_mail(uuid, uuid[]) to service_role;
