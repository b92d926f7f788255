drop policy "writers remove plans that are theirs" on public.plans;

drop policy "writers change plans that are theirs" on public.plans;

drop policy "writers plan what is theirs" on public.plans;

drop function private.may_change_plan(uuid,uuid);

alter table public.plans drop constraint plans_story_or_title_check;

alter table public.plans add column letter_id uuid;

revoke all on table public.plans from public, anon, authenticated, service_role;
grant delete, select on table public.plans to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.plans to service_role;
grant insert (article_id), update (article_id) on public.plans to authenticated;
grant insert (brief), update (brief) on public.plans to authenticated;
grant insert (category_id), update (category_id) on public.plans to authenticated;
grant insert (id) on public.plans to authenticated;
grant insert (letter_id), update (letter_id) on public.plans to authenticated;
grant insert (person_id), update (person_id) on public.plans to authenticated;
grant insert (planned_on), update (planned_on) on public.plans to authenticated;
grant insert (priority), update (priority) on public.plans to authenticated;
grant insert (title), update (title) on public.plans to authenticated;

alter table public.plans add constraint plans_about_check CHECK ((num_nonnulls(article_id, letter_id, title) = 1));

alter table public.plans add constraint plans_letter_id_key UNIQUE (letter_id);

alter table public.plans add constraint plans_letter_id_fkey FOREIGN KEY (letter_id) REFERENCES public.letters(id) ON DELETE CASCADE;

CREATE OR REPLACE FUNCTION private.is_own_subject(p_article uuid, p_letter uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select 1 from public.articles a where a.id = p_article and a.author_id = auth.uid())
    or exists (select 1 from public.letters l where l.id = p_letter and l.created_by = auth.uid());
end $function$
;

revoke all on function private.is_own_subject(uuid,uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.may_change_plan(p_person uuid, p_article uuid, p_letter uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.has_role('super_admin', 'editor')
    or (public.has_role('contributor')
        and (p_person is not distinct from auth.uid() or private.is_own_subject(p_article, p_letter)));
end $function$
;

revoke all on function private.may_change_plan(uuid,uuid,uuid) from public, anon, authenticated, service_role;
grant execute on function private.may_change_plan(uuid,uuid,uuid) to authenticated;

create policy "writers plan what is theirs" on public.plans
  for insert
  to authenticated
  with check (private.may_change_plan(person_id, article_id, letter_id));

create policy "writers change plans that are theirs" on public.plans
  for update
  to authenticated
  using (private.may_change_plan(person_id, article_id, letter_id))
  with check (private.may_change_plan(person_id, article_id, letter_id));

create policy "writers remove plans that are theirs" on public.plans
  for delete
  to authenticated
  using (private.may_change_plan(person_id, article_id, letter_id));

CREATE OR REPLACE FUNCTION private.before_plan_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if num_nonnulls(new.article_id, new.letter_id) > 0 and public.has_role('contributor')
      and (tg_op = 'INSERT' or (new.article_id, new.letter_id) is distinct from (old.article_id, old.letter_id))
      and not private.is_own_subject(new.article_id, new.letter_id) then
    raise exception 'You plan only stories and letters of your own' using errcode = '42501';
  end if;
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
    -- Becomes null when the creator's account is deleted, and is otherwise never changed.
    if new.created_by is not null then new.created_by := old.created_by; end if;
    new.updated_at := now();
    new.version := old.version + 1;
  else
    new.version := 1;
    if not private.is_service() then new.created_by := auth.uid(); end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.may_change_tasks(p_plan uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.may_change_plan(p.person_id, p.article_id, p.letter_id) from public.plans p where p.id = p_plan $function$
;

CREATE OR REPLACE FUNCTION public.start_story(p_plan uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  plan public.plans;
  story uuid;
  base text;
  number integer := 1;
begin
  select * into plan from public.plans where id = p_plan for update;
  if plan.id is null or not private.may_change_plan(plan.person_id, plan.article_id, plan.letter_id) then
    raise exception 'You are not allowed to begin this story' using errcode = '42501';
  end if;
  if plan.letter_id is not null then raise exception 'A letter has no story' using errcode = '23514'; end if;
  if plan.article_id is not null then return plan.article_id; end if;
  base := coalesce(nullif(trim(both '-' from left(public.slugify(plan.title), 80)), ''), 'story');
  loop
    insert into public.articles (title, slug, category_id, author_id)
    values (trim(plan.title), base || case number when 1 then '' else '-' || number end, plan.category_id,
      coalesce(
        (select p.id from public.profiles p
         where p.id = plan.person_id and p.removed_at is null and p.role in ('super_admin', 'editor', 'contributor')),
        auth.uid()))
    on conflict (slug) do nothing returning id into story;
    exit when story is not null;
    number := number + 1;
  end loop;
  update public.plans set article_id = story, title = null where id = p_plan;
  return story;
end $function$
;

CREATE OR REPLACE FUNCTION public.get_calendar(p_token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'stories', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'plan_id', p.id, 'title', coalesce(a.title, l.subject, p.title),
        'day', p.planned_on, 'brief', p.brief, 'article_id', p.article_id, 'letter_id', p.letter_id, 'version', p.version,
        'updated_at', p.updated_at) order by p.planned_on, p.id)
      from public.plans p
      left join public.articles a on a.id = p.article_id
      left join public.letters l on l.id = p.letter_id
      where p.planned_on is not null and a.deleted_at is null and l.status is distinct from 'cancelled'
        and p.planned_on is distinct from (coalesce(l.frozen_at, l.send_at) at time zone private.time_zone())::date
        and (reader.role <> 'contributor' or reader.id in (p.person_id, a.author_id, l.created_by))), '[]'),
    'tasks', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'plan_id', p.id, 'kind', t.kind, 'title', coalesce(a.title, l.subject, p.title),
        'day', t.due_on, 'article_id', p.article_id, 'letter_id', p.letter_id, 'version', p.version, 'updated_at', p.updated_at)
        order by t.due_on, t.id)
      from public.plan_tasks t join public.plans p on p.id = t.plan_id
      left join public.articles a on a.id = p.article_id
      left join public.letters l on l.id = p.letter_id
      where t.person_id = reader.id and t.due_on is not null and t.done_at is null and a.deleted_at is null
        and l.status is distinct from 'cancelled'), '[]'),
    'letters', coalesce((
      select jsonb_agg(jsonb_build_object('id', l.id, 'title', l.subject, 'at', coalesce(l.frozen_at, l.send_at),
        'version', l.version, 'updated_at', l.updated_at) order by coalesce(l.frozen_at, l.send_at), l.id)
      from public.letters l
      where coalesce(l.frozen_at, l.send_at) is not null and (l.frozen_at is not null or l.status <> 'cancelled')
        and (reader.role <> 'contributor' or l.created_by = reader.id
          or exists (select 1 from public.plans p where p.letter_id = l.id and p.person_id = reader.id))), '[]'))
  from private.calendar_tokens c join public.profiles reader on reader.id = c.profile_id
  where c.token_hash = sha256(convert_to(p_token, 'UTF8')) and reader.removed_at is null
    and reader.role in ('super_admin', 'editor', 'contributor')
$function$
;

CREATE OR REPLACE FUNCTION private.settle_planned_letter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.settle_notifications('{due}', null, p.id) from public.plans p where p.letter_id = new.id;
  return null;
end $function$
;

revoke all on function private.settle_planned_letter() from public, anon, authenticated, service_role;

CREATE TRIGGER settle_planned_letter AFTER UPDATE OF status ON public.letters FOR EACH ROW WHEN (((old.status = 'draft'::text) AND (new.status <> 'draft'::text))) EXECUTE FUNCTION private.settle_planned_letter();

CREATE OR REPLACE FUNCTION private.notify_of_times()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.notification_lines(p_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(ids uuid[], kind public.notification_kind, actor text, actors bigint, article_id uuid, plan_id uuid, thread_id uuid, title text, tasks text[], is_whole boolean, due_on date, words text, may_edit boolean, created_at timestamp with time zone, read_at timestamp with time zone, actor_confirmed boolean, letter_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.get_waiting(p_today date)
 RETURNS TABLE(kind text, total bigint, id uuid, article_id uuid, title text, detail text, person_id uuid, at timestamp with time zone, day date, letter_id uuid)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  publishes constant boolean := public.has_role('super_admin', 'editor');
  writes constant boolean := public.has_role('super_admin', 'editor', 'contributor');
begin
  return query
  with waiting (kind, id, article_id, title, detail, person_id, at, day) as (
    select 'review', a.id, a.id, a.title, null, a.author_id, a.updated_at, null::date
    from public.articles a where publishes and a.status = 'review' and a.deleted_at is null
    union all
    select 'sent-back', t.id, a.id, a.title, c.body, c.author_id, t.created_at, null
    from public.articles a
    join public.comment_threads t on t.article_id = a.id and t.kind = 'sent-back' and t.resolved_at is null
    join public.comments c on c.thread_id = t.id
    where a.author_id = me and a.status = 'draft' and a.deleted_at is null
      and not exists (
        select 1 from public.comments former
        where former.thread_id = t.id and (former.created_at, former.id) < (c.created_at, c.id))
    union all
    select 'due', p.id, p.article_id, coalesce(a.title, l.subject, p.title), null, null, null, p.planned_on
    from public.plans p
    left join public.articles a on a.id = p.article_id
    left join public.letters l on l.id = p.letter_id
    where p.person_id = me and p.planned_on < p_today + 7
      and (p.article_id is null or a.status in ('draft', 'review') and a.deleted_at is null)
      and (p.letter_id is null or l.status = 'draft')
    union all
    select 'due', p.id, p.article_id, coalesce(a.title, l.subject, p.title), t.kind, null, null, t.due_on
    from public.plan_tasks t join public.plans p on p.id = t.plan_id
    left join public.articles a on a.id = p.article_id
    left join public.letters l on l.id = p.letter_id
    where t.person_id = me and t.done_at is null and t.due_on < p_today + 7
      and (p.article_id is null or a.deleted_at is null) and l.status is distinct from 'cancelled'
    union all
    select 'scheduled', a.id, a.id, a.title, null, a.author_id, a.published_at, null
    from public.articles a
    where writes and a.status = 'published' and a.published_at > now() and a.deleted_at is null
    union all
    select 'comments', t.id, a.id, coalesce(a.title, l.subject), c.body, c.author_id, c.created_at, null
    from public.comment_threads t
    left join public.articles a on a.id = t.article_id and a.deleted_at is null
    left join public.letters l on l.id = t.letter_id
    join public.comments c on c.thread_id = t.id
    where (a.id is not null or l.id is not null) and t.kind <> 'sent-back' and t.resolved_at is null
      and c.author_id is distinct from me
      and not exists (
        select 1 from public.comments later
        where later.thread_id = t.id and (later.created_at, later.id) > (c.created_at, c.id))
      and (a.author_id = me or l.created_by = me
        or exists (
          select 1 from public.comments own
          where own.thread_id = t.id and (own.author_id = me or me = any (own.mentions))))
    union all
    select 'messages', m.id, null, m.name, m.subject, null, m.created_at, null
    from public.contact_messages m where m.status = 'new'
    union all
    select 'alt-texts', m.id, null, m.original_filename, null, m.uploaded_by, m.created_at, null
    from public.media m
    where writes and (publishes or m.uploaded_by = me) and m.mime_type like 'image/%' and coalesce(m.alt_text, '') = ''
    union all
    select 'rights', m.id, null, m.original_filename, null, m.uploaded_by, m.usable_until, null
    from public.media m
    where writes and (publishes or m.uploaded_by = me) and m.usable_until > now()
      and m.usable_until <= now() + interval '30 days'
  ), ranked as (
    select w.*, count(*) over (partition by w.kind) as total,
      row_number() over (
        partition by w.kind
        -- The newest comments, messages and pictures, and of the others what waits longest or comes next.
        order by w.day, case when w.kind in ('comments', 'messages', 'alt-texts') then now() - w.at else w.at - now() end,
          w.id) as place
    from waiting w
  )
  select r.kind, r.total, r.id, r.article_id, r.title, left(r.detail, 200), r.person_id, r.at, r.day,
    case r.kind
      when 'comments' then (select t.letter_id from public.comment_threads t where t.id = r.id)
      when 'due' then (select p.letter_id from public.plans p where p.id = r.id)
    end
  from ranked r where r.place <= 3 order by r.kind, r.place;
end $function$
;

insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.plans', 'letter_id', false);
