-- Who talks about a story: those who write, and viewers whom an editor invited. What was said until now stays with those who
-- write.

/* Whether the caller has one of these roles, in a session that lacks no factor and whose account was not removed: its
   access token works for up to an hour. Security definer, because the policies of profiles use it themselves. In PL/pgSQL,
   which keeps its plans for the session: a SQL function that cannot be inlined is planned at each call, which took more time
   than the rows of most requests. Not granted to visitors, who have no role. */
create or replace function public.has_role(variadic roles public.app_role[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from public.profiles p where p.id = auth.uid() and p.role = any (roles) and p.removed_at is null)
    and public.get_missing_factor() = 'nothing';
end $$;

-- The caller's role; null in a session that lacks a factor or whose account was removed.
create or replace function public.current_role_name() returns public.app_role
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select p.role from public.profiles p
    where p.id = auth.uid() and p.removed_at is null and public.get_missing_factor() = 'nothing');
end $$;

-- What tells an account from another of the same name: to editors its e-mail address, to others the address of its author
-- page, or its role and its first day.
create function private.account_hint(p_account public.profiles) returns text
language sql stable security definer set search_path = ''
as $$
  select case when p_account.removed_at is not null then 'account removed' else coalesce(
    case when public.has_role('super_admin', 'editor') then p_account.email end,
    (select '/author/' || a.slug from public.author_profiles a where a.profile_id = p_account.id limit 1),
    initcap(replace(p_account.role::text, '_', ' ')) || ' since '
      || to_char(p_account.created_at at time zone private.time_zone(), 'YYYY-MM-DD')) end
$$;

alter table public.comment_threads add column is_internal boolean not null default true;
alter table public.comments add column is_internal boolean not null default true;

-- Viewers whom an editor invited into the conversation on a story. They read and write what is said there while the story
-- is out.
create table public.comment_guests (
  article_id uuid not null references public.articles (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  invited_by uuid default auth.uid() references public.profiles (id) on delete set null,
  invited_at timestamptz not null default now(),
  primary key (article_id, profile_id)
);
create index comment_guests_profile_idx on public.comment_guests (profile_id);
create index comment_guests_invited_by_idx on public.comment_guests (invited_by);

-- Whether the caller writes for the magazine.
create function private.is_writer() returns boolean
language sql stable set search_path = ''
as $$ select public.has_role('super_admin', 'editor', 'contributor') $$;
grant execute on function private.is_writer() to authenticated;

-- Threads that were made without a comment.
delete from public.comment_threads t where not exists (select 1 from public.comments c where c.thread_id = t.id);

alter table public.comment_guests enable row level security;
grant select, insert (article_id, profile_id), delete on public.comment_guests to authenticated;
create policy "writers see guests, and guests themselves" on public.comment_guests for select to authenticated
using ((select private.is_writer()) or profile_id = (select auth.uid()) and (select private.is_staff()));
create policy "editors invite viewers" on public.comment_guests for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')) and exists (select 1 from public.articles a where a.id = article_id)
            and exists (select 1 from public.profiles p where p.id = profile_id and p.role = 'viewer' and p.removed_at is null));
create policy "editors end invitations" on public.comment_guests for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

-- Who wrote the first comment of a thread.
create function private.thread_author(p_thread uuid) returns uuid
language sql stable security definer set search_path = ''
as $$ select c.author_id from public.comments c where c.thread_id = p_thread order by c.created_at, c.id limit 1 $$;
grant execute on function private.thread_author(uuid) to authenticated;

revoke insert (id, article_id, kind, subject, quote, prefix, suffix, is_repeated) on public.comment_threads from authenticated;
grant delete on public.comment_threads to authenticated;
drop policy "staff read threads of stories they read" on public.comment_threads;
drop policy "staff start threads on stories they read" on public.comment_threads;
drop policy "staff resolve threads of stories they read" on public.comment_threads;
drop policy "staff read comments of stories they read" on public.comments;
drop policy "staff comment on stories they read" on public.comments;
drop policy "staff edit their own comments" on public.comments;
drop policy "staff delete their own comments, editors any" on public.comments;

create policy "writers and guests read threads of stories they read" on public.comment_threads for select to authenticated
using (exists (select 1 from public.articles a where a.id = article_id)
       and ((select private.is_writer())
            or not is_internal and exists (select 1 from public.comment_guests g
              where g.article_id = comment_threads.article_id and g.profile_id = (select auth.uid()))));
create policy "writers resolve threads, guests those they began" on public.comment_threads for update to authenticated
using (exists (select 1 from public.articles a where a.id = article_id)
       and ((select private.is_writer()) or private.thread_author(id) = (select auth.uid())));
create policy "editors delete threads" on public.comment_threads for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

create policy "writers and guests read comments of threads they read" on public.comments for select to authenticated
using (exists (select 1 from public.comment_threads t where t.id = thread_id)
       and (not is_internal or (select private.is_writer())));
create policy "writers and guests comment in threads they read" on public.comments for insert to authenticated
with check (author_id = (select auth.uid()) and exists (select 1 from public.comment_threads t where t.id = thread_id));
create policy "people edit their own comments" on public.comments for update to authenticated
using (author_id = (select auth.uid()) and exists (select 1 from public.comment_threads t where t.id = thread_id));
create policy "people delete their own comments, editors any" on public.comments for delete to authenticated
using (exists (select 1 from public.comment_threads t where t.id = thread_id)
       and (author_id = (select auth.uid()) or (select public.has_role('super_admin', 'editor'))));

-- Sets what no client may choose: who resolved a thread, and when. Where a passage stands is changed by those who may
-- change the text: others see it as it was saved.
create or replace function private.before_thread_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (new.quote, new.prefix, new.suffix, new.is_repeated) is distinct from (old.quote, old.prefix, old.suffix, old.is_repeated)
      and not private.is_service() and not public.can_write_article(new.article_id) then
    raise exception 'You are not allowed to change this article' using errcode = '42501';
  end if;
  -- The words of changes that wait are not for guests: the passage is stored anew when they are published.
  if not old.is_internal and exists (select 1 from public.article_working_copies c where c.article_id = new.article_id) then
    new.quote := old.quote;
    new.prefix := old.prefix;
    new.suffix := old.suffix;
    new.is_repeated := old.is_repeated;
  end if;
  if (new.resolved_at is null) <> (old.resolved_at is null) then
    new.resolved_at := case when new.resolved_at is not null then now() end;
    new.resolved_by := case when new.resolved_at is not null then auth.uid() end;
  elsif new.resolved_at is not null then
    new.resolved_at := old.resolved_at;
  end if;
  return new;
end $$;

-- Whether readers read a story now.
create function private.is_out(p_article uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.articles a
    where a.id = p_article and a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
$$;

-- Sets what no client may choose: the author, the times, who reads it, and the mentions: those of the text whom the author
-- can mention, or had mentioned before. Raises PT429 for the 41st comment or edit in ten minutes of who is no editor.
create or replace function private.before_comment_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare thread public.comment_threads; named uuid[];
begin
  select * into thread from public.comment_threads where id = new.thread_id;
  if not private.is_service() then
    if not public.has_role('super_admin', 'editor') and private.count_request('comment', auth.uid()::text) > 40 then
      raise exception 'Too many comments. Please try again in a few minutes.' using errcode = 'PT429';
    end if;
    if tg_op = 'INSERT' then new.author_id := auth.uid(); end if;
  end if;
  if tg_op = 'UPDATE' and new.body is distinct from old.body then new.edited_at := now(); end if;
  new.is_internal := tg_op = 'UPDATE' and old.is_internal or coalesce(thread.is_internal, true) or not private.is_out(thread.article_id);
  named := array(select match[1]::uuid from regexp_matches(new.body, '<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>', 'g') match);
  new.mentions := array(
    select p.id from public.profiles p
    where p.id = any (named) and (private.is_service() or tg_op = 'UPDATE' and p.id = any (old.mentions)
      or p.id in (select o.id from private.comment_people(thread.article_id) o where o.can_be_mentioned))
    order by p.id);
  return new;
end $$;

-- A thread ends with its last comment. A comment that somebody else deleted is in the audit log, without its words.
create or replace function private.after_comment_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is distinct from old.author_id then
    perform private.add_audit_entry('delete', tg_table_name, old.id::text,
      (select a.title from public.comment_threads t join public.articles a on a.id = t.article_id where t.id = old.thread_id),
      (select 'Of ' || p.full_name from public.profiles p where p.id = old.author_id));
  end if;
  -- One end after the other, and after an answer that is under way.
  perform 1 from public.comment_threads t where t.id = old.thread_id for update;
  delete from public.comment_threads t where t.id = old.thread_id
    and not exists (select 1 from public.comments c where c.thread_id = t.id);
  return null;
end $$;

-- A thread that an editor deleted with its comments is in the audit log, without their words.
create function private.after_thread_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_audit_entry('delete', tg_table_name, old.id::text,
    (select a.title from public.articles a where a.id = old.article_id), null);
  return null;
end $$;
create trigger after_thread_delete after delete on public.comment_threads
for each row when (pg_trigger_depth() = 0) execute function private.after_thread_delete();

-- Adds a thread, for start_thread alone, which checks who may and adds the first comment: no thread is without one.
create function private.add_thread(p_thread public.comment_threads) returns uuid
language sql volatile security definer set search_path = ''
as $$
  insert into public.comment_threads (article_id, kind, subject, quote, prefix, suffix, is_repeated, is_internal)
  values (p_thread.article_id, p_thread.kind, p_thread.subject, p_thread.quote, p_thread.prefix, p_thread.suffix,
    coalesce(p_thread.is_repeated, false), p_thread.kind = 'sent-back' or not private.is_out(p_thread.article_id))
  returning id
$$;
grant execute on function private.add_thread(public.comment_threads) to authenticated;

/* Starts a thread with its first comment: for those who write, and for guests while the story is out. A note on sending
   back (kind sent-back) is of editors. Runs as the caller: the policies say which stories they read. Raises 42501 for
   others. */
create or replace function public.start_thread(p_thread jsonb, p_body text) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare thread public.comment_threads := jsonb_populate_record(null::public.comment_threads, p_thread);
begin
  if not exists (select 1 from public.articles a where a.id = thread.article_id)
     or thread.kind = 'sent-back' and not public.has_role('super_admin', 'editor')
     or not private.is_writer() and not exists (select 1 from public.comment_guests g
       where g.article_id = thread.article_id and g.profile_id = auth.uid()) then
    raise exception 'You are not in the conversation on this article' using errcode = '42501';
  end if;
  thread.id := private.add_thread(thread);
  insert into public.comments (thread_id, body) values (thread.id, p_body);
  return thread.id;
end $$;

drop function public.get_comment_people(uuid), private.comment_people(uuid);

-- The people of the conversation on a story: those who wrote, resolved or are mentioned in what the caller reads of it, its
-- guests, and to writers also all colleagues. A guest can mention those only, a writer the guests and all colleagues.
create function private.comment_people(p_article uuid) returns table (
  id uuid, full_name text, name_confirmed boolean, hint text, can_be_mentioned boolean, is_guest boolean)
language sql stable security definer set search_path = ''
as $$
  with me as (select private.is_writer() as writes), named as (
    select t.resolved_by as id from me, public.comment_threads t
    where t.article_id = p_article and (me.writes or not t.is_internal)
    union select unnest(c.author_id || c.mentions)
    from me, public.comments c join public.comment_threads t on t.id = c.thread_id
    where t.article_id = p_article and (me.writes or not c.is_internal))
  select p.id, p.full_name, p.name_confirmed, private.account_hint(p), writes_now or is_guest, is_guest
  from me, public.profiles p,
    lateral (select p.role in ('super_admin', 'editor', 'contributor') as writes_now,
      p.role = 'viewer' and exists (select 1 from public.comment_guests g
        where g.article_id = p_article and g.profile_id = p.id) as is_guest) now
  where p.id in (select n.id from named n) or is_guest or writes_now and me.writes
  order by p.full_name, p.id
$$;
grant execute on function private.comment_people(uuid) to authenticated;

create function public.get_comment_people(p_article uuid) returns table (
  id uuid, full_name text, name_confirmed boolean, hint text, can_be_mentioned boolean, is_guest boolean)
language sql stable security invoker set search_path = ''
as $$
  select p.* from private.comment_people(p_article) p
  where exists (select 1 from public.articles a where a.id = p_article)
    and ((select private.is_writer())
         or exists (select 1 from public.comment_guests g where g.article_id = p_article and g.profile_id = auth.uid()))
  order by p.full_name, p.id
$$;
grant execute on function public.get_comment_people(uuid) to authenticated;

-- Comments, once for each person: not as a comment where they are mentioned or got the story back with it. An edit tells
-- those whom it mentions and no earlier text of the comment did.
create or replace function private.notify_of_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare article uuid := (select t.article_id from public.comment_threads t where t.id = new.thread_id); told uuid[];
begin
  if auth.uid() is null then return null; end if;
  if tg_op = 'UPDATE' then
    perform private.notify('mentioned', article, p_comment => new.id, p_except => old.mentions || array(
      select n.recipient_id from public.notifications n where n.comment_id = new.id and n.kind = 'mentioned'));
    return null;
  end if;
  -- now() is the same in a transaction: those who were told so in this one.
  told := array(select n.recipient_id from public.notifications n
    where n.article_id = article and n.kind = 'sent_back' and n.created_at = now());
  perform private.notify('mentioned', article, p_comment => new.id, p_except => told);
  told := told || array(select n.recipient_id from public.notifications n where n.comment_id = new.id);
  perform private.notify('commented', article, p_comment => new.id, p_except => told);
  return null;
end $$;

-- Whether an editor has confirmed the name of an account; null of one that is gone.
create function private.is_name_confirmed(p_account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select p.name_confirmed from public.profiles p where p.id = p_account $$;
grant execute on function private.is_name_confirmed(uuid) to authenticated;

-- The first words of a comment, with the names of those it mentions as far as an editor has confirmed them.
create or replace function private.first_words(p_comment public.comments) returns text
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

drop function public.get_notifications(integer, boolean), private.notification_lines(uuid[]);

/* The caller's notifications, or those of p_ids, in lines: the same kind of the same story is one line with all its tasks,
   until it is read. `ids` are the notifications of a line, the newest first; what a line says is of the newest. `tasks`
   are the kinds of the tasks, and `is_whole` says whether the story itself is meant, too. Runs as the caller: the policies
   decide. */
create function private.notification_lines(p_ids uuid[] default null) returns table (
  ids uuid[], kind public.notification_kind, actor text, actors bigint, article_id uuid, plan_id uuid, thread_id uuid,
  title text, tasks text[], is_whole boolean, due_on date, words text, may_edit boolean, created_at timestamptz,
  read_at timestamptz, actor_confirmed boolean)
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
    l.due_on, private.first_words(c), l.plan_id is null and public.can_write_article(a.id), l.created_at, l.read_at,
    private.is_name_confirmed(l.actor_id)
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
  read_at timestamptz, actor_confirmed boolean)
language sql stable security invoker set search_path = ''
as $$
  select * from private.notification_lines() l where l.read_at is null or not p_only_unread
  order by l.created_at desc, l.ids limit p_limit
$$;
grant execute on function public.get_notifications(integer, boolean) to authenticated;
