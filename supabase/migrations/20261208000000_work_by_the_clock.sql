-- What runs by the clock asks only for what is not done, and one person's lines or one mail that fails keep nobody else waiting.

create index notifications_due_idx on public.notifications (recipient_id, due_on, coalesce(task_id, plan_id))
where kind = 'due';

create or replace function private.who_hears(
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
  -- commented: the owner of the story, and all who wrote in the thread
  union select a.author_id from public.articles a where p_kind = 'commented' and a.id = p_article
  union select c.author_id from public.comments c where p_kind = 'commented'
    and c.thread_id = (select one.thread_id from public.comments one where one.id = p_comment)
  -- published: the owner of the story, and the accounts of the people in its credits
  union select a.author_id from public.articles a where p_kind = 'published' and a.id = p_article
  union select person.profile_id from public.articles a, jsonb_array_elements(a.credits) credit
    join public.author_profiles person on person.id = (credit ->> 'person_id')::uuid
    where p_kind = 'published' and a.id = p_article
$$;

create or replace function private.has_room(p_person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) < 1000 from (
    select from public.notifications n where n.recipient_id = p_person and n.read_at is null limit 1000) unread
$$;

create or replace function private.notify(
  p_kind public.notification_kind, p_article uuid default null, p_plan uuid default null, p_task uuid default null,
  p_comment uuid default null, p_due date default null, p_except uuid[] default '{}') returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.notifications (recipient_id, kind, article_id, plan_id, task_id, comment_id, due_on, actor_id, by_mail)
  select p.id, p_kind, p_article, p_plan, p_task, p_comment, p_due, auth.uid(), private.choice_of(p.id, p_kind) = 'mail'
  from private.who_hears(p_kind, p_article, p_plan, p_task, p_comment) heard (id)
  join public.profiles p on p.id = heard.id and p.removed_at is null
  where p.id is distinct from auth.uid() and p.id <> all (p_except) and private.choice_of(p.id, p_kind) <> 'none'
    and private.has_room(p.id)
$$;

create or replace function private.notify_of_times() returns void
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
    -- Who writes it, without a writer the owner of the story; or whose task it is.
    select coalesce(p.person_id, a.author_id) as person_id, p.id as plan_id, null::uuid as task_id, p.planned_on as day
    from public.plans p left join public.articles a on a.id = p.article_id
    where a.id is null or a.status in ('draft', 'review') and a.deleted_at is null
    union all
    select t.person_id, t.plan_id, t.id, t.due_on
    from public.plan_tasks t join public.plans p on p.id = t.plan_id left join public.articles a on a.id = p.article_id
    where t.done_at is null and a.deleted_at is null),
  people as materialized (
    select p.id, private.choice_of(p.id, 'due') as choice from public.profiles p
    where p.removed_at is null and private.has_room(p.id))
  select d.person_id, 'due', d.plan_id, d.task_id, d.day, person.choice = 'mail'
  from days d join people person on person.id = d.person_id
  where d.day between (began at time zone zone)::date and (now() at time zone zone)::date and person.choice <> 'none'
    and not exists (
      select from public.notifications n
      where n.kind = 'due' and n.recipient_id = d.person_id and n.due_on = d.day
        and coalesce(n.task_id, n.plan_id) = coalesce(d.task_id, d.plan_id))
  order by d.day, d.plan_id limit 1000;

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
  select w.recipient_id, w.email, max(m.mail_id::text)::uuid, array_agg(w.id order by w.created_at desc, w.id)
  from waiting w
  left join private.notification_mails m on m.recipient_id = w.recipient_id and w.is_under_way
  where w.is_under_way
    or not exists (select from waiting other where other.recipient_id = w.recipient_id and other.is_under_way)
  group by w.recipient_id, w.email, w.is_under_way, w.is_due
  having bool_or(w.is_urgent)
    or w.is_due and (w.is_under_way or min(w.created_at) <= now() - interval '5 minutes')
  order by min(w.created_at)
$$;

create or replace function public.claim_notification_mail() returns table (id uuid, email text, lines jsonb)
language plpgsql security invoker set search_path = ''
as $$
declare
  caller text := current_setting('role');
  -- Whom auth.uid and auth.jwt tell: which of the two settings they read depends on the version of the auth server.
  uid text := current_setting('request.jwt.claim.sub', true); claims text := current_setting('request.jwt.claims', true);
  person record; told uuid[];
begin
  -- One claim after the other.
  perform pg_advisory_xact_lock(hashtext('mantel.notifications'));
  for person in select * from private.people_to_mail() loop
    begin
      perform set_config('request.jwt.claim.sub', person.recipient_id::text, true),
        set_config('request.jwt.claims', jsonb_build_object('sub', person.recipient_id, 'aal', 'aal2')::text, true);
      set local role authenticated;
      select jsonb_agg(to_jsonb(l) order by l.created_at desc, l.ids) into lines
      from private.notification_lines(person.ids[:200]) l;
      perform set_config('role', caller, true), set_config('request.jwt.claim.sub', coalesce(uid, ''), true),
        set_config('request.jwt.claims', coalesce(claims, ''), true);
    exception when others then
      -- The role and the settings are as before.
      perform public.finish_notification_mail(
        private.begin_mail(person.recipient_id, person.mail_id, person.ids), sqlerrm);
      continue;
    end;
    if lines is null then
      -- Nothing that they may still read.
      perform public.finish_notification_mail(person.mail_id, 'Nothing to tell');
      continue;
    end if;
    told := array(select jsonb_array_elements_text(line -> 'ids')::uuid from jsonb_array_elements(lines) line)
      || person.ids[201:];
    id := private.begin_mail(person.recipient_id, person.mail_id, told);
    email := person.email;
    return next;
    return;
  end loop;
end $$;

create or replace function private.check_task_count(p_tasks bigint) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_tasks > 30 then raise exception 'A plan has at most 30 tasks' using errcode = '23514'; end if;
end $$;
grant execute on function private.check_task_count(bigint) to authenticated;

create or replace function private.limit_tasks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_task_count(count(*)) from public.plan_tasks t
  where t.plan_id in (select a.plan_id from added a) group by t.plan_id;
  return null;
end $$;

create trigger limit_tasks after insert on public.plan_tasks referencing new table as added
for each statement execute function private.limit_tasks();

create or replace function public.save_plan(p_id uuid, p_version integer, p_plan jsonb, p_tasks jsonb) returns public.plans
language plpgsql security invoker set search_path = ''
as $$
declare saved public.plans;
begin
  perform private.check_task_count(jsonb_array_length(p_tasks));
  saved := private.save_row(null::public.plans, 'plan', p_id, p_version, p_plan);
  delete from public.plan_tasks t where t.plan_id = saved.id
    and not exists (select 1 from jsonb_array_elements(p_tasks) kept where kept ->> 'id' = t.id::text);
  insert into public.plan_tasks (id, plan_id, kind, person_id, due_on, done_at, position)
  select (task ->> 'id')::uuid, saved.id, task ->> 'kind', (task ->> 'person_id')::uuid, (task ->> 'due_on')::date,
    (task ->> 'done_at')::timestamptz, place
  from jsonb_array_elements(p_tasks) with ordinality as tasks (task, place)
  on conflict (id) do update set kind = excluded.kind, person_id = excluded.person_id, due_on = excluded.due_on,
    done_at = excluded.done_at, position = excluded.position
  where plan_tasks.plan_id = saved.id;
  return saved;
end $$;
