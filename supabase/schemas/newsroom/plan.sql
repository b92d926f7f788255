-- The plan of the newsroom: the day a story or a letter is planned for, who writes it, and its tasks. A planned day is a date
-- without a time zone, and never the time at which something goes out. A plan of neither is an idea for a story: as it is in no
-- table that readers see, it is never public. Whoever may read drafts may read the plan.

create table public.plans (
  id uuid primary key default gen_random_uuid(),
  -- The story; null: of a letter (letter_id), or an idea, which has a title of its own.
  article_id uuid unique references public.articles (id) on delete cascade,
  title text check (char_length(title) <= 300 and trim(title) <> ''),
  planned_on date check (planned_on between '2000-01-01' and '2100-01-01'),
  priority text not null default 'normal' check (priority in ('high', 'normal', 'low')),
  brief text not null default '' check (char_length(brief) <= 5000),
  -- Of an idea; a story has its own, and a letter none.
  category_id uuid references public.categories (id) on delete set null,
  -- Who writes it.
  person_id uuid references public.profiles (id) on delete set null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  letter_id uuid unique references public.letters (id) on delete cascade,
  constraint plans_about_check check (num_nonnulls(article_id, letter_id, title) = 1)
);
create index plans_planned_on_idx on public.plans (planned_on);
create index plans_person_idx on public.plans (person_id);
create index plans_category_idx on public.plans (category_id);
create index plans_created_by_idx on public.plans (created_by);

insert into private.saved_columns (table_name, column_name)
select 'public.plans', unnest(array['article_id', 'letter_id', 'title', 'planned_on', 'priority', 'brief', 'category_id', 'person_id']);

-- Whether a story is the caller's, or a letter was begun by the caller.
create function private.is_own_subject(p_article uuid, p_letter uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from public.articles a where a.id = p_article and a.author_id = auth.uid())
    or exists (select 1 from public.letters l where l.id = p_letter and l.created_by = auth.uid());
end $$;

-- Whether the caller may change a plan: an editor any, a contributor what they write.
create function private.may_change_plan(p_person uuid, p_article uuid, p_letter uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.has_role('super_admin', 'editor')
    or (public.has_role('contributor')
        and (p_person is not distinct from auth.uid() or private.is_own_subject(p_article, p_letter)));
end $$;
grant execute on function private.may_change_plan(uuid, uuid, uuid) to authenticated;

alter table public.plans enable row level security;
grant select, delete on public.plans to authenticated;
grant insert (id, article_id, letter_id, title, planned_on, priority, brief, category_id, person_id),
  update (article_id, letter_id, title, planned_on, priority, brief, category_id, person_id) on public.plans to authenticated;
create policy "writers read the plan" on public.plans for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers plan what is theirs" on public.plans for insert to authenticated
with check (private.may_change_plan(person_id, article_id, letter_id));
create policy "writers change plans that are theirs" on public.plans for update to authenticated
using (private.may_change_plan(person_id, article_id, letter_id))
with check (private.may_change_plan(person_id, article_id, letter_id));
create policy "writers remove plans that are theirs" on public.plans for delete to authenticated
using (private.may_change_plan(person_id, article_id, letter_id));
create trigger limit_added_rows after insert on public.plans referencing new table as added_now
for each statement execute function private.limit_added_rows('plans', '1000');

-- Sets what no client may choose: version, creator and times. Refuses a contributor who plans somebody else's story or
-- letter.
create function private.before_plan_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
end $$;
create trigger before_plan_write before insert or update on public.plans
for each row execute function private.before_plan_write();
create trigger before_plan_category before insert or update of category_id on public.plans
for each row execute function private.forget_deleted_category();
create trigger log_delete after delete on public.plans
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- The tasks of a plan.
create table public.plan_tasks (
  id uuid primary key default gen_random_uuid(),
  plan_id uuid not null references public.plans (id) on delete cascade,
  -- Such as Photographs or Fact check.
  kind text not null check (char_length(kind) <= 60 and trim(kind) <> ''),
  person_id uuid references public.profiles (id) on delete set null,
  due_on date check (due_on between '2000-01-01' and '2100-01-01'),
  done_at timestamptz check (isfinite(done_at)),
  position integer not null default 0
);
create index plan_tasks_plan_idx on public.plan_tasks (plan_id, position);
create index plan_tasks_person_idx on public.plan_tasks (person_id, due_on) where done_at is null;

-- Whether the caller may change the tasks of a plan.
create function private.may_change_tasks(p_plan uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select private.may_change_plan(p.person_id, p.article_id, p.letter_id) from public.plans p where p.id = p_plan $$;
grant execute on function private.may_change_tasks(uuid) to authenticated;

alter table public.plan_tasks enable row level security;
grant select, delete on public.plan_tasks to authenticated;
grant insert (id, plan_id, kind, person_id, due_on, done_at, position),
  update (kind, person_id, due_on, done_at, position) on public.plan_tasks to authenticated;
create policy "writers read tasks" on public.plan_tasks for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers add tasks to plans that are theirs" on public.plan_tasks for insert to authenticated
with check (private.may_change_tasks(plan_id));
create policy "writers change tasks of plans that are theirs" on public.plan_tasks for update to authenticated
using (private.may_change_tasks(plan_id)) with check (private.may_change_tasks(plan_id));
create policy "writers remove tasks of plans that are theirs" on public.plan_tasks for delete to authenticated
using (private.may_change_tasks(plan_id));
create trigger limit_added_rows after insert on public.plan_tasks referencing new table as added_now
for each statement execute function private.limit_added_rows('tasks', '10000');

-- A plan has at most as many tasks as its form takes (MAX_TASKS in src/domain/newsroom/plan.ts).
create function private.check_task_count(p_tasks bigint) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_tasks > 30 then raise exception 'A plan has at most 30 tasks' using errcode = '23514'; end if;
end $$;
grant execute on function private.check_task_count(bigint) to authenticated;

create function private.limit_tasks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_task_count(count(*)) from public.plan_tasks t
  where t.plan_id in (select a.plan_id from added a) group by t.plan_id;
  return null;
end $$;
create trigger limit_tasks after insert on public.plan_tasks referencing new table as added
for each statement execute function private.limit_tasks();

-- Saves a plan as private.save_row does, and its tasks in their order, in one transaction. Runs as the caller: the policies
-- decide.
create function public.save_plan(p_id uuid, p_version integer, p_plan jsonb, p_tasks jsonb) returns public.plans
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
grant execute on function public.save_plan(uuid, integer, jsonb, jsonb) to authenticated;

-- Marks a task as done or to be done: also those may whose task it is. Raises 42501 for others.
create function public.set_task_done(p_task uuid, p_done boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare task public.plan_tasks;
begin
  select * into task from public.plan_tasks where id = p_task;
  if task.id is null or not (private.may_change_tasks(task.plan_id)
      or (task.person_id = auth.uid() and public.has_role('contributor'))) then
    raise exception 'You are not allowed to change this task' using errcode = '42501';
  end if;
  update public.plan_tasks set done_at = case when p_done then coalesce(done_at, now()) end where id = p_task;
  -- A form that was opened before would take it back: with another version of the plan it is a conflict.
  update public.plans set updated_at = now() where id = task.plan_id;
end $$;
grant execute on function public.set_task_done(uuid, boolean) to authenticated;

-- Begins the story of an idea, a draft of who writes it, and returns its id; of a plan with a story that one's. Raises
-- 42501 for who may not change the plan, 23514 for the plan of a letter.
create function public.start_story(p_plan uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
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
end $$;
grant execute on function public.start_story(uuid) to authenticated;

-- The accounts that can be given a story or a task, and former ones that write no more, by name: writers read the names of
-- their colleagues, not their accounts.
create function public.get_colleagues() returns table (id uuid, full_name text, has_left boolean)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.full_name, not writes
  from public.profiles p,
    lateral (select p.removed_at is null and p.role in ('super_admin', 'editor', 'contributor') as writes) now
  where public.has_role('super_admin', 'editor', 'contributor')
    and (writes or exists (select 1 from public.plans where person_id = p.id)
      or exists (select 1 from public.plan_tasks where person_id = p.id))
  order by p.full_name, p.id
$$;
grant execute on function public.get_colleagues() to authenticated;

-- The plan as a calendar that other programs subscribe to: a token in its address identifies the person. Only its hash is
-- kept.
create table private.calendar_tokens (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  token_hash bytea not null unique
);
alter table private.calendar_tokens enable row level security;

-- Makes the token of the caller's calendar and returns it; a former one ends. Raises 42501 for those without a plan.
create function public.renew_calendar_token() returns text
language plpgsql security definer set search_path = ''
as $$
declare token text := encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex');
begin
  if not public.has_role('super_admin', 'editor', 'contributor') then
    raise exception 'You are not allowed to read the plan' using errcode = '42501';
  end if;
  insert into private.calendar_tokens (profile_id, token_hash) values (auth.uid(), sha256(convert_to(token, 'UTF8')))
  on conflict (profile_id) do update set token_hash = excluded.token_hash;
  return token;
end $$;
grant execute on function public.renew_calendar_token() to authenticated;

-- What the calendar of a token shows: an editor's has everything that is planned and every letter with a time, a contributor's
-- what they write, and both have their own open tasks. A letter that goes out on its planned day is in it once, at its time; one
-- that was cancelled is not in it. Null where the token is of nobody who may read the plan.
create function public.get_calendar(p_token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
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
$$;
