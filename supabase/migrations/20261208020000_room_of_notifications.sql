-- Nobody gets more notifications than a thousand unread ones, and one person's many keep no other's waiting.

create or replace function private.room_of(p_person uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select 1000 - count(*)::integer from (
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
    and private.room_of(p.id) > 0
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

drop function private.has_room(uuid);
