/* Notifications: what happened that concerns a person, for the bell of the admin and, if they choose so, by mail. They are
   written by the triggers and functions below only, in the transaction of the act. What they say is read from the rows that
   they name when somebody looks, as that person: who may no longer read a story is no longer told of it.
   Acts with the secret key (seed, imports) tell nobody. The audit log has none of this: nothing is decided here. */

create type public.notification_kind as enum (
  'assigned', 'due', 'submitted', 'sent_back', 'mentioned', 'commented', 'published');

-- Where a person is told of a kind: in the bell and by mail, only in the bell, or not at all.
create type public.notification_choice as enum ('mail', 'bell', 'none');

-- The choice of who has made none.
create function private.default_choice(p_kind public.notification_kind) returns public.notification_choice
language sql immutable set search_path = ''
as $$
  select (case when p_kind in ('commented', 'published') then 'bell' else 'mail' end)::public.notification_choice
$$;
grant execute on function private.default_choice(public.notification_kind) to authenticated;

-- Whether a mail tells of a kind at once: somebody waits for the answer.
create function private.is_mailed_at_once(p_kind public.notification_kind) returns boolean
language sql immutable set search_path = ''
as $$ select p_kind in ('sent_back', 'mentioned') $$;

create table public.notification_choices (
  profile_id uuid not null references public.profiles (id) on delete cascade,
  kind public.notification_kind not null,
  choice public.notification_choice not null,
  primary key (profile_id, kind)
);
alter table public.notification_choices enable row level security;
grant select, insert, update on public.notification_choices to authenticated;
create policy "staff read their own choices" on public.notification_choices for select to authenticated
using (profile_id = (select auth.uid()) and (select private.is_staff()));
create policy "staff make their own choices" on public.notification_choices for insert to authenticated
with check (profile_id = (select auth.uid()) and (select private.is_staff()));
create policy "staff change their own choices" on public.notification_choices for update to authenticated
using (profile_id = (select auth.uid()) and (select private.is_staff()))
with check (profile_id = (select auth.uid()) and (select private.is_staff()));

create function private.choice_of(p_person uuid, p_kind public.notification_kind) returns public.notification_choice
language sql stable security definer set search_path = ''
as $$
  select coalesce((select c.choice from public.notification_choices c where c.profile_id = p_person and c.kind = p_kind),
    private.default_choice(p_kind))
$$;

-- The caller's choice for each kind.
create function public.get_notification_choices()
returns table (kind public.notification_kind, choice public.notification_choice)
language sql stable security invoker set search_path = ''
as $$
  select known, coalesce(c.choice, private.default_choice(known))
  from unnest(enum_range(null::public.notification_kind)) known
  left join public.notification_choices c on c.profile_id = auth.uid() and c.kind = known
  order by known
$$;
grant execute on function public.get_notification_choices() to authenticated;

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  kind public.notification_kind not null,
  -- What it is about: a story, an entry of the plan or one of its tasks, or a letter (letter_id).
  article_id uuid references public.articles (id) on delete cascade,
  plan_id uuid references public.plans (id) on delete cascade,
  task_id uuid references public.plan_tasks (id) on delete cascade,
  comment_id uuid references public.comments (id) on delete cascade,
  -- The day that has come, of kind due.
  due_on date,
  -- Whose act it was; null: nobody's, a day or an hour has come. Without a foreign key, which would keep the profiles of
  -- deleted accounts.
  actor_id uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Whether it is told by mail, too, by the choice of that moment.
  by_mail boolean not null,
  -- The mail that it is in, while that is being sent, and when it was sent.
  mail_id uuid,
  mailed_at timestamptz,
  letter_id uuid references public.letters (id) on delete cascade,
  constraint notifications_subject_check check (
    num_nonnulls(article_id, letter_id, plan_id) = 1 and (task_id is null or plan_id is not null)
    and (comment_id is not null) = (kind in ('mentioned', 'commented')) and (due_on is not null) = (kind = 'due'))
);
create index notifications_recipient_idx on public.notifications (recipient_id, created_at desc);
create index notifications_unread_idx on public.notifications (recipient_id) where read_at is null;
create index notifications_to_mail_idx on public.notifications (recipient_id)
where by_mail and read_at is null and mailed_at is null;
create index notifications_article_idx on public.notifications (article_id);
create index notifications_letter_idx on public.notifications (letter_id);
create index notifications_due_idx on public.notifications (recipient_id, due_on, coalesce(task_id, plan_id))
where kind = 'due';
create index notifications_plan_idx on public.notifications (plan_id);
create index notifications_task_idx on public.notifications (task_id);
create index notifications_comment_idx on public.notifications (comment_id);
create index notifications_created_idx on public.notifications (created_at);

-- What somebody may read of stories, letters, comments and the plan is said by the policies of those.
alter table public.notifications enable row level security;
grant select on public.notifications to authenticated;
create policy "staff read their own notifications of what they may read" on public.notifications for select to authenticated
using (recipient_id = (select auth.uid()) and (select private.is_staff())
  and (article_id is null or exists (select 1 from public.articles a where a.id = article_id and a.deleted_at is null))
  and (letter_id is null or exists (select 1 from public.letters l where l.id = letter_id))
  and (plan_id is null or exists (
    select 1 from public.plans p where p.id = plan_id and (p.article_id is null or exists (
      select 1 from public.articles a where a.id = p.article_id and a.deleted_at is null))))
  and (comment_id is null or exists (select 1 from public.comments c where c.id = comment_id)));

-- Writing ------------------------------------------------------------------------------------------------------------

-- Who hears of what: a line for each kind except what is due (private.notify_of_times).
create function private.who_hears(
  p_kind public.notification_kind, p_article uuid, p_plan uuid, p_task uuid, p_comment uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  -- assigned: who got the story, the entry of the plan or the task
  select a.author_id from public.articles a where p_kind = 'assigned' and a.id = p_article
  union select p.person_id from public.plans p where p_kind = 'assigned' and p.id = p_plan and p_task is null
  union select t.person_id from public.plan_tasks t where p_kind = 'assigned' and t.id = p_task
  -- submitted: all who may publish
  union select p.id from public.profiles p where p_kind = 'submitted' and p.role in ('super_admin', 'editor')
  -- sent_back: the owner of the story, and who writes it by the plan
  union select a.author_id from public.articles a where p_kind = 'sent_back' and a.id = p_article
  union select p.person_id from public.plans p where p_kind = 'sent_back' and p.article_id = p_article
  -- mentioned: whom the comment names
  union select unnest(c.mentions) from public.comments c where p_kind = 'mentioned' and c.id = p_comment
  -- commented: the owner of the story or who began the letter, and all who wrote in the thread
  union select a.author_id from public.articles a where p_kind = 'commented' and a.id = p_article
  union select l.created_by from public.comments c join public.comment_threads t on t.id = c.thread_id
    join public.letters l on l.id = t.letter_id where p_kind = 'commented' and c.id = p_comment
  union select c.author_id from public.comments c where p_kind = 'commented'
    and c.thread_id = (select one.thread_id from public.comments one where one.id = p_comment)
  -- published: the owner of the story, and the accounts of the people in its credits
  union select a.author_id from public.articles a where p_kind = 'published' and a.id = p_article
  union select person.profile_id from public.articles a, jsonb_array_elements(a.credits) credit
    join public.author_profiles person on person.id = (credit ->> 'person_id')::uuid
    where p_kind = 'published' and a.id = p_article
$$;

-- How many more notifications a person may get: one who leaves a thousand unread is told no more.
create function private.room_of(p_person uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select 1000 - count(*)::integer from (
    select from public.notifications n where n.recipient_id = p_person and n.read_at is null limit 1000) unread
$$;

-- Notifies the people who hear of it and want to, except the one who did it and the accounts of p_except.
create function private.notify(
  p_kind public.notification_kind, p_article uuid default null, p_plan uuid default null, p_task uuid default null,
  p_comment uuid default null, p_due date default null, p_except uuid[] default '{}', p_letter uuid default null) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (
    recipient_id, kind, article_id, letter_id, plan_id, task_id, comment_id, due_on, actor_id, by_mail)
  select p.id, p_kind, p_article, p_letter, p_plan, p_task, p_comment, p_due, auth.uid(), private.choice_of(p.id, p_kind) = 'mail'
  from private.who_hears(p_kind, p_article, p_plan, p_task, p_comment) heard (id)
  join public.profiles p on p.id = heard.id and p.removed_at is null
  where p.id is distinct from auth.uid() and p.id <> all (p_except) and private.choice_of(p.id, p_kind) <> 'none'
    and private.room_of(p.id) > 0
$$;

-- Marks as read, and so not to be mailed, what needs nobody any more: a story that is no longer in review, a task that is
-- done or somebody else's. p_task null: what is about the entry of the plan itself.
create function private.settle_notifications(
  p_kinds public.notification_kind[], p_article uuid, p_plan uuid default null, p_task uuid default null) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.notifications n set read_at = now()
  where n.read_at is null and n.kind = any (p_kinds)
    and (n.article_id = p_article or n.plan_id = p_plan and n.task_id is not distinct from p_task)
$$;

-- Submitted, sent back, published, and assigned by getting a story that is not out.
create function private.notify_of_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_status text; was_out boolean := false;
  is_out boolean := new.status = 'published' and new.published_at <= now() and new.deleted_at is null;
begin
  if tg_op = 'UPDATE' then
    was_status := old.status;
    was_out := old.status = 'published' and old.published_at <= now() and old.deleted_at is null;
  end if;
  if was_status = 'review' and new.status <> 'review' then
    perform private.settle_notifications('{submitted}', new.id);
  end if;
  if new.status not in ('draft', 'review') and new.status is distinct from was_status then
    perform private.settle_notifications('{due}', null, p.id) from public.plans p where p.article_id = new.id;
  end if;
  if new.status = 'review' and was_status = 'draft' then perform private.settle_notifications('{sent_back}', new.id); end if;
  if was_out and not is_out then perform private.settle_notifications('{published}', new.id); end if;
  if tg_op = 'UPDATE' and new.author_id is distinct from old.author_id then
    perform private.settle_notifications('{assigned}', new.id);
  end if;
  if auth.uid() is null or new.deleted_at is not null then return null; end if;

  -- A publish that is taken back to review submits nothing.
  if new.status = 'review' and coalesce(was_status, 'draft') = 'draft' then
    perform private.notify('submitted', new.id);
  elsif new.status = 'draft' and was_status = 'review' and auth.uid() is distinct from new.author_id then
    perform private.notify('sent_back', new.id);
  elsif is_out and not was_out then
    perform private.notify('published', new.id);
  end if;
  if tg_op = 'UPDATE' and new.author_id is distinct from old.author_id and new.status in ('draft', 'review') then
    perform private.notify('assigned', new.id);
  end if;
  return null;
end $$;
create trigger notify_of_article after insert or update of status, published_at, deleted_at, author_id on public.articles
for each row execute function private.notify_of_article();

-- Trigger: a letter that is no longer a draft is due no more.
create function private.settle_planned_letter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_notifications('{due}', null, p.id) from public.plans p where p.letter_id = new.id;
  return null;
end $$;
create trigger settle_planned_letter after update of status on public.letters
for each row when (old.status = 'draft' and new.status <> 'draft') execute function private.settle_planned_letter();

-- Entries of the plan and tasks that somebody got.
create function private.notify_of_plan() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare is_new_person boolean := tg_op = 'INSERT' or new.person_id is distinct from old.person_id;
begin
  if tg_op = 'UPDATE' and is_new_person then
    perform private.settle_notifications('{assigned, due}', null, new.id);
  elsif tg_op = 'UPDATE' and new.planned_on is distinct from old.planned_on then
    perform private.settle_notifications('{due}', null, new.id);
  end if;
  if is_new_person and auth.uid() is not null then perform private.notify('assigned', p_plan => new.id); end if;
  return null;
end $$;
create trigger notify_of_plan after insert or update of person_id, planned_on on public.plans
for each row execute function private.notify_of_plan();

create function private.notify_of_task() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare is_new_person boolean := tg_op = 'INSERT' or new.person_id is distinct from old.person_id;
begin
  if tg_op = 'UPDATE' and (is_new_person or new.done_at is not null) then
    perform private.settle_notifications('{assigned, due}', null, new.plan_id, new.id);
  elsif tg_op = 'UPDATE' and new.due_on is distinct from old.due_on then
    perform private.settle_notifications('{due}', null, new.plan_id, new.id);
  end if;
  if is_new_person and new.done_at is null and auth.uid() is not null then
    perform private.notify('assigned', p_plan => new.plan_id, p_task => new.id);
  end if;
  return null;
end $$;
create trigger notify_of_task after insert or update of person_id, due_on, done_at on public.plan_tasks
for each row execute function private.notify_of_task();

-- Comments, once for each person: not as a comment where they are mentioned or got the story back with it. An edit tells
-- those whom it mentions and no earlier text of the comment did.
create function private.notify_of_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare article uuid; letter uuid; told uuid[];
begin
  if auth.uid() is null then return null; end if;
  select t.article_id, t.letter_id into article, letter from public.comment_threads t where t.id = new.thread_id;
  if tg_op = 'UPDATE' then
    perform private.notify('mentioned', article, p_letter => letter, p_comment => new.id, p_except => old.mentions || array(
      select n.recipient_id from public.notifications n where n.comment_id = new.id and n.kind = 'mentioned'));
    return null;
  end if;
  -- now() is the same in a transaction: those who were told so in this one.
  told := array(select n.recipient_id from public.notifications n
    where n.article_id = article and n.kind = 'sent_back' and n.created_at = now());
  perform private.notify('mentioned', article, p_letter => letter, p_comment => new.id, p_except => told);
  told := told || array(select n.recipient_id from public.notifications n where n.comment_id = new.id);
  perform private.notify('commented', article, p_letter => letter, p_comment => new.id, p_except => told);
  return null;
end $$;
create trigger notify_of_comment after insert or update of body on public.comments
for each row execute function private.notify_of_comment();

-- The notifications of an account go with it, also where its profile stays.
create function private.forget_notifications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.notifications n where n.recipient_id = new.id;
  delete from public.notification_choices c where c.profile_id = new.id;
  delete from private.mails m where m.profile_id = new.id;
  return null;
end $$;
create trigger forget_notifications after update of removed_at on public.profiles
for each row when (new.removed_at is not null) execute function private.forget_notifications();

-- When notifications began: nothing is told of days before.
create table private.notifications_began (
  id boolean primary key default true check (id),
  began_at timestamptz not null default now()
);
alter table private.notifications_began enable row level security;
insert into private.notifications_began default values;

/* Tells of days and hours that have come, each once: what is due, and scheduled stories that went out, up to seven days
   late; a thousand at most, the rest the next time. Then deletes what is older than 90 days and read, or older than a year.
   pg_cron runs it every minute on a hosted project, the local stack itself (supabase/local/database/scheduled.ts). Does
   nothing while another one runs, or a mail is claimed. */
create function private.notify_of_times() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  began timestamptz := greatest((select b.began_at from private.notifications_began b), now() - interval '7 days');
  zone text := private.time_zone();
  story uuid;
begin
  if not pg_try_advisory_xact_lock(hashtext('mantel.notifications')) then return; end if;
  insert into public.notifications (recipient_id, kind, plan_id, task_id, due_on, by_mail)
  with days as (
    -- Who writes it, without a writer the owner of the story or who began the letter; or whose task it is.
    select coalesce(p.person_id, a.author_id, l.created_by) as person_id, p.id as plan_id, null::uuid as task_id, p.planned_on as day
    from public.plans p
    left join public.articles a on a.id = p.article_id
    left join public.letters l on l.id = p.letter_id
    where (a.id is null or a.status in ('draft', 'review') and a.deleted_at is null) and (l.id is null or l.status = 'draft')
    union all
    select t.person_id, t.plan_id, t.id, t.due_on
    from public.plan_tasks t join public.plans p on p.id = t.plan_id
    left join public.articles a on a.id = p.article_id
    left join public.letters l on l.id = p.letter_id
    where t.done_at is null and a.deleted_at is null and l.status is distinct from 'cancelled'),
  people as materialized (
    select p.id, private.choice_of(p.id, 'due') as choice, private.room_of(p.id) as room from public.profiles p
    where p.removed_at is null),
  untold as (
    select d.*, person.choice, person.room,
      row_number() over (partition by d.person_id order by d.day, d.plan_id, d.task_id) as place
    from days d join people person on person.id = d.person_id
    where d.day between (began at time zone zone)::date and (now() at time zone zone)::date and person.choice <> 'none'
      and not exists (
        select from public.notifications n
        where n.kind = 'due' and n.recipient_id = d.person_id and n.due_on = d.day
          and coalesce(n.task_id, n.plan_id) = coalesce(d.task_id, d.plan_id)))
  select person_id, 'due', plan_id, task_id, day, choice = 'mail' from untold where place <= room
  -- What is first for each person goes before what is second for any.
  order by place, day limit 1000;

  for story in
    select a.id from public.articles a
    where a.status = 'published' and a.deleted_at is null and a.published_at > began and a.published_at <= now()
      -- It was scheduled: its event in the outbox waited for that hour.
      and exists (select from public.publish_outbox o where o.entity = 'articles' and o.entity_id = a.id::text
        and o.due_at = a.published_at and o.created_at < o.due_at)
      and not exists (select from public.notifications n
        where n.article_id = a.id and n.kind = 'published' and n.created_at >= a.published_at)
    limit 1000
  loop
    perform private.notify('published', story);
  end loop;

  delete from public.notifications n
  where n.created_at < now() - interval '90 days' and (n.read_at is not null or n.created_at < now() - interval '1 year');
end $$;

-- Reading ------------------------------------------------------------------------------------------------------------

-- The name of an account; null of one that is gone.
create function private.account_name(p_account uuid) returns text
language sql stable security definer set search_path = ''
as $$ select coalesce(nullif(trim(p.full_name), ''), 'Without a name') from public.profiles p where p.id = p_account $$;
grant execute on function private.account_name(uuid) to authenticated;

-- Whether an editor has confirmed the name of an account; null of one that is gone.
create function private.is_name_confirmed(p_account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select p.name_confirmed from public.profiles p where p.id = p_account $$;
grant execute on function private.is_name_confirmed(uuid) to authenticated;

-- The first words of a comment, with the names of mentioned people as far as an editor has confirmed them.
create function private.first_words(p_comment public.comments) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare words text := p_comment.body; mentioned uuid;
begin
  foreach mentioned in array coalesce(p_comment.mentions, '{}') loop
    words := replace(words, '<@' || mentioned || '>',
      '@' || coalesce(case when private.is_name_confirmed(mentioned) then private.account_name(mentioned) end, 'a colleague'));
  end loop;
  words := trim(regexp_replace(words, '\s+', ' ', 'g'));
  return case when char_length(words) > 160 then trim(left(words, 159)) || '…' else words end;
end $$;
grant execute on function private.first_words(public.comments) to authenticated;

/* The caller's notifications, or the ones in p_ids, in lines: the same kind of the same story or letter is one line with all its
   tasks, until it is read. `ids` are the notifications of a line, the newest first; what a line says is of the newest.
   `tasks` are the kinds of the tasks, and `is_whole` says whether the story itself is meant, too. Runs as the caller: the
   policies decide. */
create function private.notification_lines(p_ids uuid[] default null) returns table (
  ids uuid[], kind public.notification_kind, actor text, actors bigint, article_id uuid, plan_id uuid, thread_id uuid,
  title text, tasks text[], is_whole boolean, due_on date, words text, may_edit boolean, created_at timestamptz,
  read_at timestamptz, actor_confirmed boolean, letter_id uuid)
language sql stable security invoker set search_path = ''
as $$
  with line as (
    select array_agg(n.id order by n.created_at desc, n.id) as ids, n.kind, n.due_on,
      (array_agg(n.article_id) filter (where n.article_id is not null))[1] as article_id,
      (array_agg(n.plan_id) filter (where n.plan_id is not null))[1] as plan_id,
      (array_agg(n.letter_id) filter (where n.letter_id is not null))[1] as letter_id,
      array_agg(n.task_id) filter (where n.task_id is not null) as task_ids, bool_or(n.task_id is null) as is_whole,
      (array_agg(n.actor_id order by n.created_at desc, n.id))[1] as actor_id, count(distinct n.actor_id) as actors,
      (array_agg(n.comment_id order by n.created_at desc, n.id))[1] as comment_id, max(n.created_at) as created_at, n.read_at
    from public.notifications n left join public.plans entry on entry.id = n.plan_id
    where n.recipient_id = auth.uid() and (p_ids is null or n.id = any (p_ids))
    group by n.kind, coalesce(n.article_id, n.letter_id, entry.article_id, n.plan_id), n.due_on, n.read_at)
  select l.ids, l.kind, private.account_name(l.actor_id), l.actors, a.id, l.plan_id, c.thread_id, coalesce(a.title, p.title, mail.subject),
    array(select t.kind from public.plan_tasks t where t.id = any (l.task_ids) order by t.position, t.id), l.is_whole,
    l.due_on, private.first_words(c), l.plan_id is null and public.can_write_article(a.id), l.created_at, l.read_at,
    private.is_name_confirmed(l.actor_id), mail.id
  from line l
  left join public.plans p on p.id = l.plan_id
  left join public.articles a on a.id = coalesce(l.article_id, p.article_id)
  left join public.letters mail on mail.id = coalesce(l.letter_id, p.letter_id)
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
  read_at timestamptz, actor_confirmed boolean, letter_id uuid)
language sql stable security invoker set search_path = ''
as $$
  select * from private.notification_lines() l where l.read_at is null or not p_only_unread
  order by l.created_at desc, l.ids limit p_limit
$$;
grant execute on function public.get_notifications(integer, boolean) to authenticated;

-- How many lines the caller has not read; 100 means 100 or more.
create function public.count_unread_notifications() returns bigint
language sql stable security invoker set search_path = ''
as $$
  select count(*) from (
    select distinct n.kind, coalesce(n.article_id, n.letter_id, entry.article_id, n.plan_id), n.due_on
    from public.notifications n left join public.plans entry on entry.id = n.plan_id
    where n.recipient_id = auth.uid() and n.read_at is null limit 100) line
$$;
grant execute on function public.count_unread_notifications() to authenticated;

-- Marks notifications of the caller as read: the ones in p_ids or (null) all that are not newer than p_until.
create function public.read_notifications(p_ids uuid[], p_until timestamptz default null) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.notifications n set read_at = now()
  where n.recipient_id = auth.uid() and (select private.is_staff()) and n.read_at is null
    and (n.id = any (p_ids) or date_trunc('milliseconds', n.created_at) <= p_until)
$$;
grant execute on function public.read_notifications(uuid[], timestamptz) to authenticated;
