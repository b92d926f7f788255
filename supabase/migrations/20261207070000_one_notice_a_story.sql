-- A notice says one story with all its tasks, and what somebody waits for is mailed at once.

drop function public.get_notifications(integer, boolean);
drop function private.notification_lines(uuid[]);

-- Whether a mail tells of a kind at once: somebody waits for the answer.
create function private.is_mailed_at_once(p_kind public.notification_kind) returns boolean
language sql immutable set search_path = ''
as $$ select p_kind in ('sent_back', 'mentioned') $$;

/* The caller's notifications, or those of p_ids, in lines: the same kind of the same story is one line with all its tasks,
   until it is read. `ids` are the notifications of a line, the newest first; what a line says is of the newest. `tasks`
   are the kinds of the tasks, and `is_whole` says whether the story itself is meant, too. Runs as the caller: the policies
   decide. */
create function private.notification_lines(p_ids uuid[] default null) returns table (
  ids uuid[], kind public.notification_kind, actor text, actors bigint, article_id uuid, plan_id uuid, thread_id uuid,
  title text, tasks text[], is_whole boolean, due_on date, words text, may_edit boolean, created_at timestamptz,
  read_at timestamptz)
language sql stable security invoker set search_path = ''
as $$
  with line as (
    select array_agg(n.id order by n.created_at desc, n.id) as ids, n.kind, n.due_on,
      (array_agg(n.article_id) filter (where n.article_id is not null))[1] as article_id,
      (array_agg(n.plan_id) filter (where n.plan_id is not null))[1] as plan_id,
      array_agg(n.task_id) filter (where n.task_id is not null) as task_ids, bool_or(n.task_id is null) as is_whole,
      (array_agg(n.actor_id order by n.created_at desc, n.id))[1] as actor_id, count(distinct n.actor_id) as actors,
      (array_agg(n.comment_id order by n.created_at desc, n.id))[1] as comment_id, max(n.created_at) as created_at, n.read_at
    from public.notifications n left join public.plans entry on entry.id = n.plan_id
    where n.recipient_id = auth.uid() and (p_ids is null or n.id = any (p_ids))
    group by n.kind, coalesce(n.article_id, entry.article_id, n.plan_id), n.due_on, n.read_at)
  select l.ids, l.kind, private.account_name(l.actor_id), l.actors, a.id, l.plan_id, c.thread_id, coalesce(a.title, p.title),
    array(select t.kind from public.plan_tasks t where t.id = any (l.task_ids) order by t.position, t.id), l.is_whole,
    l.due_on, private.first_words(c), l.plan_id is null and public.can_write_article(a.id), l.created_at, l.read_at
  from line l
  left join public.plans p on p.id = l.plan_id
  left join public.articles a on a.id = coalesce(l.article_id, p.article_id)
  left join public.comments c on c.id = coalesce(l.comment_id, (
    -- The note with which a story was sent back is of the same transaction.
    select note.id from public.comments note join public.comment_threads thread on thread.id = note.thread_id
    where l.kind = 'sent_back' and thread.kind = 'sent-back' and thread.article_id = l.article_id
      and note.created_at = l.created_at limit 1))
$$;
grant execute on function private.notification_lines(uuid[]) to authenticated;

-- The newest lines of the caller.
create function public.get_notifications(p_limit integer, p_only_unread boolean default false) returns table (
  ids uuid[], kind public.notification_kind, actor text, actors bigint, article_id uuid, plan_id uuid, thread_id uuid,
  title text, tasks text[], is_whole boolean, due_on date, words text, may_edit boolean, created_at timestamptz,
  read_at timestamptz)
language sql stable security invoker set search_path = ''
as $$
  select * from private.notification_lines() l where l.read_at is null or not p_only_unread
  order by l.created_at desc, l.ids limit p_limit
$$;
grant execute on function public.get_notifications(integer, boolean) to authenticated;

-- How many lines the caller has not read; 100 stands for more.
create or replace function public.count_unread_notifications() returns bigint
language sql stable security invoker set search_path = ''
as $$
  select count(*) from (
    select distinct n.kind, coalesce(n.article_id, entry.article_id, n.plan_id), n.due_on
    from public.notifications n left join public.plans entry on entry.id = n.plan_id
    where n.recipient_id = auth.uid() and n.read_at is null limit 100) line
$$;
grant execute on function public.count_unread_notifications() to authenticated;

-- Those for whom a mail may go now, with what it may tell: of one under way its notifications, as far as they still wait;
-- otherwise all of the last seven days that are not read and not mailed, once one of them is of a kind that is mailed at
-- once, or has waited five minutes for being read in the bell.
create or replace function private.people_to_mail() returns table (recipient_id uuid, email text, mail_id uuid, ids uuid[])
language sql stable security definer set search_path = ''
as $$
  with waiting as (
    select n.id, n.recipient_id, n.created_at, p.email, coalesce(n.mail_id = m.mail_id, false) as is_under_way,
      private.is_mailed_at_once(n.kind) and coalesce(m.attempts, 0) = 0 as is_urgent,
      coalesce(m.due_at <= now(), true) as is_due
    from public.notifications n
    join public.profiles p on p.id = n.recipient_id and p.email is not null and p.email_confirmed and p.removed_at is null
    left join private.notification_mails m on m.recipient_id = n.recipient_id
    where n.by_mail and n.read_at is null and n.mailed_at is null and private.choice_of(n.recipient_id, n.kind) = 'mail'
      and n.created_at > now() - interval '7 days'
  )
  select w.recipient_id, w.email, max(m.mail_id::text)::uuid, array_agg(w.id)
  from waiting w
  left join private.notification_mails m on m.recipient_id = w.recipient_id and w.is_under_way
  where w.is_under_way
    or not exists (select from waiting other where other.recipient_id = w.recipient_id and other.is_under_way)
  group by w.recipient_id, w.email, w.is_under_way, w.is_due
  having bool_or(w.is_urgent)
    or w.is_due and (w.is_under_way or min(w.created_at) <= now() - interval '5 minutes')
  order by min(w.created_at)
$$;
