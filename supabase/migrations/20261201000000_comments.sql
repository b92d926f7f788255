-- Comments on stories, in threads, and the note with which a story is sent back.

create table public.comment_threads (
  id uuid primary key default gen_random_uuid(),
  article_id uuid not null references public.articles (id) on delete cascade,
  -- sent-back: the note of an editor who made the story a draft again.
  kind text not null check (kind in ('passage', 'picture', 'field', 'story', 'sent-back')),
  -- Of a picture its address, of a field its column.
  subject text check (char_length(subject) between 1 and 2000),
  -- Of a passage: its words, and those around it as far as they tell it from others (src/domain/passage.ts).
  quote text check (char_length(quote) between 1 and 1000),
  prefix text check (char_length(prefix) <= 300),
  suffix text check (char_length(suffix) <= 300),
  -- The words stand in the text a second time.
  is_repeated boolean not null default false,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references public.profiles (id) on delete set null,
  constraint comment_threads_place_check check (
    (subject is not null) = (kind in ('picture', 'field'))
    and (quote is not null and prefix is not null and suffix is not null) = (kind = 'passage'))
);
create index comment_threads_article_idx on public.comment_threads (article_id);
create index comment_threads_resolved_by_idx on public.comment_threads (resolved_by);

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  thread_id uuid not null references public.comment_threads (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null,
  -- Plain text; a colleague is mentioned as <@id>.
  body text not null check (char_length(trim(body)) between 1 and 4000),
  -- The accounts that the text mentions.
  mentions uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index comments_thread_idx on public.comments (thread_id, created_at);
create index comments_author_idx on public.comments (author_id);

-- Whether the caller is of the staff: whoever has a role. A session without its second factor has none.
create function private.is_staff() returns boolean
language sql stable set search_path = ''
as $$ select public.has_role('super_admin', 'editor', 'contributor', 'viewer') $$;
grant execute on function private.is_staff() to authenticated;

-- The stories that somebody may read are those that the policies of articles show them, and so are their threads.
alter table public.comment_threads enable row level security;
grant select on public.comment_threads to authenticated;
grant insert (id, article_id, kind, subject, quote, prefix, suffix, is_repeated),
  update (quote, prefix, suffix, is_repeated, resolved_at) on public.comment_threads to authenticated;
create policy "staff read threads of stories they read" on public.comment_threads for select to authenticated
using ((select private.is_staff()) and exists (select 1 from public.articles a where a.id = article_id)
       -- Between the editors and the writer: where sign-up is open, anybody may be a viewer.
       and (kind <> 'sent-back' or (select public.has_role('super_admin', 'editor', 'contributor'))));
create policy "staff start threads on stories they read" on public.comment_threads for insert to authenticated
with check ((select private.is_staff()) and exists (select 1 from public.articles a where a.id = article_id)
            and (kind <> 'sent-back' or (select public.has_role('super_admin', 'editor'))));
create policy "staff resolve threads of stories they read" on public.comment_threads for update to authenticated
using ((select private.is_staff()) and exists (select 1 from public.articles a where a.id = article_id));

alter table public.comments enable row level security;
grant select, delete on public.comments to authenticated;
grant insert (id, thread_id, body), update (body) on public.comments to authenticated;
create policy "staff read comments of stories they read" on public.comments for select to authenticated
using (exists (select 1 from public.comment_threads t where t.id = thread_id));
create policy "staff comment on stories they read" on public.comments for insert to authenticated
with check (author_id = (select auth.uid()) and exists (select 1 from public.comment_threads t where t.id = thread_id));
create policy "staff edit their own comments" on public.comments for update to authenticated
using (author_id = (select auth.uid()) and exists (select 1 from public.comment_threads t where t.id = thread_id));
create policy "staff delete their own comments, editors any" on public.comments for delete to authenticated
using (exists (select 1 from public.comment_threads t where t.id = thread_id)
       and (author_id = (select auth.uid()) or (select public.has_role('super_admin', 'editor'))));

-- Sets what no client may choose: who resolved a thread, and when. Where a passage stands is changed by those who may
-- change the text: others see it as it was saved.
create function private.before_thread_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (new.quote, new.prefix, new.suffix, new.is_repeated) is distinct from (old.quote, old.prefix, old.suffix, old.is_repeated)
      and not private.is_service() and not public.can_write_article(new.article_id) then
    raise exception 'You are not allowed to change this article' using errcode = '42501';
  end if;
  if (new.resolved_at is null) <> (old.resolved_at is null) then
    new.resolved_at := case when new.resolved_at is not null then now() end;
    new.resolved_by := case when new.resolved_at is not null then auth.uid() end;
  elsif new.resolved_at is not null then
    new.resolved_at := old.resolved_at;
  end if;
  return new;
end $$;
create trigger before_thread_change before update on public.comment_threads
for each row execute function private.before_thread_change();

-- Sets what no client may choose: the author, the times and the mentions, which are those of the text.
create function private.before_comment_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and not private.is_service() then
    new.author_id := auth.uid();
  elsif tg_op = 'UPDATE' and new.body is distinct from old.body then
    new.edited_at := now();
  end if;
  new.mentions := array(
    select p.id from public.profiles p
    where '<@' || p.id || '>' = any (array(select match[1] from regexp_matches(new.body, '(<@[0-9a-f-]{36}>)', 'g') match))
    order by p.id);
  return new;
end $$;
create trigger before_comment_write before insert or update of body on public.comments
for each row execute function private.before_comment_write();

-- A thread ends with its last comment. A comment that somebody else deleted is in the audit log, without its words.
create function private.after_comment_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is distinct from old.author_id then
    perform private.add_audit_entry('delete', tg_table_name, old.id::text,
      (select a.title from public.comment_threads t join public.articles a on a.id = t.article_id where t.id = old.thread_id),
      (select 'Of ' || p.full_name from public.profiles p where p.id = old.author_id));
  end if;
  delete from public.comment_threads t where t.id = old.thread_id
    and not exists (select 1 from public.comments c where c.thread_id = t.id);
  return null;
end $$;
create trigger after_comment_delete after delete on public.comments
for each row when (pg_trigger_depth() = 0) execute function private.after_comment_delete();

-- Starts a thread with its first comment. Runs as the caller: the policies decide.
create function public.start_thread(p_thread jsonb, p_body text) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare thread public.comment_threads := jsonb_populate_record(null::public.comment_threads, p_thread);
begin
  thread.id := gen_random_uuid();
  insert into public.comment_threads (id, article_id, kind, subject, quote, prefix, suffix, is_repeated)
  values (thread.id, thread.article_id, thread.kind, thread.subject, thread.quote, thread.prefix, thread.suffix,
    coalesce(thread.is_repeated, false));
  insert into public.comments (thread_id, body) values (thread.id, p_body);
  return thread.id;
end $$;
grant execute on function public.start_thread(jsonb, text) to authenticated;

-- Sends a story that waits for an editor back to its writer, with a note or (null) without. Runs as the caller.
create function public.send_back(p_article uuid, p_note text) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  if not public.can_write_article(p_article) then
    raise exception 'You are not allowed to change this article' using errcode = '42501';
  end if;
  update public.articles set status = 'draft' where id = p_article and status = 'review';
  if not found then
    raise exception 'This article does not wait for review any more' using errcode = 'PT409';
  end if;
  if p_note is not null then
    perform public.start_thread(jsonb_build_object('article_id', p_article, 'kind', 'sent-back'), p_note);
  end if;
end $$;
grant execute on function public.send_back(uuid, text) to authenticated;

-- The names of those who wrote, resolved or are mentioned in the comments on a story, and to writers also those of the
-- colleagues they can mention.
create function private.comment_people(p_article uuid) returns table (id uuid, full_name text, can_be_mentioned boolean)
language sql stable security definer set search_path = ''
as $$
  with named as (
    select t.resolved_by as id from public.comment_threads t where t.article_id = p_article
    union select unnest(c.author_id || c.mentions) from public.comments c join public.comment_threads t on t.id = c.thread_id
    where t.article_id = p_article)
  select p.id, p.full_name, p.removed_at is null from public.profiles p
  where p.id in (select n.id from named n)
    or p.role in ('super_admin', 'editor', 'contributor') and (select public.has_role('super_admin', 'editor', 'contributor'))
  order by p.full_name, p.id
$$;
grant execute on function private.comment_people(uuid) to authenticated;

create function public.get_comment_people(p_article uuid) returns table (id uuid, full_name text, can_be_mentioned boolean)
language sql stable security invoker set search_path = ''
as $$
  select p.id, p.full_name, p.can_be_mentioned from private.comment_people(p_article) p
  where (select private.is_staff()) and exists (select 1 from public.articles a where a.id = p_article)
  order by p.full_name, p.id
$$;
grant execute on function public.get_comment_people(uuid) to authenticated;

-- The number of open threads of each of these stories that has any. Runs as the caller.
create function public.count_open_threads(p_articles uuid[]) returns table (article_id uuid, threads bigint)
language sql stable security invoker set search_path = ''
as $$
  select t.article_id, count(*) from public.comment_threads t
  where t.article_id = any (p_articles) and t.resolved_at is null group by 1
$$;
grant execute on function public.count_open_threads(uuid[]) to authenticated;

drop function public.save_article(uuid, integer, jsonb, uuid[], integer);
/* Saves an article with its tags and deletes its working copy, in one transaction. p_id null creates. Otherwise p_version
   must be the version the writer started from and, when the article is published, p_copy_version that of the working
   copy (null: there is none); or nothing changes and PT409 is raised. Fields absent from p_article stay as they are.
   p_note says why a story is sent back to its writer (start_thread, talk.sql). Runs as the caller: the policies decide. */
create function public.save_article(
  p_id uuid, p_version integer, p_article jsonb, p_tags uuid[] default null, p_copy_version integer default null,
  p_note text default null)
returns public.articles
language plpgsql security invoker set search_path = ''
as $$
declare saved public.articles; was_published boolean; tags_change boolean; copy_version integer;
begin
  select a.status = 'published' into was_published from public.articles a where a.id = p_id;
  tags_change := p_id is not null and p_tags is not null
    and array(select t.tag_id from public.article_tags t where t.article_id = p_id order by 1)
      is distinct from array(select distinct t from unnest(p_tags) t order by 1);
  perform set_config('mantel.tags_change', case when tags_change then p_id::text else '' end, true);
  saved := private.save_row(null::public.articles, 'article', p_id, p_version, p_article);
  perform set_config('mantel.tags_change', '', true);

  if p_id is not null then
    perform set_config('mantel.publishing_copy', p_id::text, true);
    delete from public.article_working_copies where article_id = p_id returning version into copy_version;
    perform set_config('mantel.publishing_copy', '', true);
    if was_published and copy_version is distinct from p_copy_version then
      raise exception 'This article was saved by someone else in the meantime' using errcode = 'PT409';
    end if;
  end if;

  if p_tags is not null then
    delete from public.article_tags where article_id = saved.id and tag_id <> all (p_tags);
    insert into public.article_tags (article_id, tag_id)
    select saved.id, t from unnest(p_tags) t on conflict do nothing;
  end if;
  if p_note is not null then
    perform public.start_thread(jsonb_build_object('article_id', saved.id, 'kind', 'sent-back'), p_note);
  end if;
  return saved;
end $$;
grant execute on function public.save_article(uuid, integer, jsonb, uuid[], integer, text) to authenticated;
