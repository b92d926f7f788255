-- What the staff say about a story or a letter, in threads. A thread is about a passage of the text, a picture, a field or the
-- whole story, or about a whole letter. What it is about is stored here and never in the story, so that no page, feed or copy
-- of a story has a trace of it.
create table public.comment_threads (
  id uuid primary key default gen_random_uuid(),
  article_id uuid references public.articles (id) on delete cascade,
  -- sent-back: the note of an editor who made the story a draft again.
  kind text not null check (kind in ('passage', 'picture', 'field', 'story', 'sent-back', 'letter')),
  -- Of a picture its address, of a field its column.
  subject text check (char_length(subject) between 1 and 2000),
  -- Of a passage: its words, and the words around it as far as they tell it from others (src/domain/story/passage.ts).
  quote text check (char_length(quote) between 1 and 1000),
  prefix text check (char_length(prefix) <= 300),
  suffix text check (char_length(suffix) <= 300),
  -- Whether the words occur in the text a second time.
  is_repeated boolean not null default false,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references public.profiles (id) on delete set null,
  -- Only accounts that write read it: it is about a letter, or was begun while readers could not read the story.
  is_internal boolean not null default true,
  -- Of a thread about a letter, which has no story.
  letter_id uuid references public.letters (id) on delete cascade,
  constraint comment_threads_about_check check (
    num_nonnulls(article_id, letter_id) = 1 and (letter_id is not null) = (kind = 'letter')),
  constraint comment_threads_place_check check (
    (subject is not null) = (kind in ('picture', 'field'))
    and (quote is not null and prefix is not null and suffix is not null) = (kind = 'passage'))
);
create index comment_threads_article_idx on public.comment_threads (article_id);
create index comment_threads_letter_idx on public.comment_threads (letter_id);
create index comment_threads_resolved_by_idx on public.comment_threads (resolved_by);

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  thread_id uuid not null references public.comment_threads (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null,
  -- Plain text; a colleague is mentioned as <@id>.
  body text not null check (char_length(body) <= 4000 and trim(body) <> ''),
  -- The accounts that the text mentions.
  mentions uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- Only accounts that write read it: the thread is internal, or readers could not read the story when this was written.
  is_internal boolean not null default true
);
create index comments_thread_idx on public.comments (thread_id, created_at);
create index comments_author_idx on public.comments (author_id);

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

-- Whether the caller is of the staff: whoever has a role. A session without its second factor has none.
create function private.is_staff() returns boolean
language sql stable set search_path = ''
as $$ select public.has_role('super_admin', 'editor', 'contributor', 'viewer') $$;
grant execute on function private.is_staff() to authenticated;

-- Whether the caller writes for the magazine.
create function private.is_writer() returns boolean
language sql stable set search_path = ''
as $$ select public.has_role('super_admin', 'editor', 'contributor') $$;
grant execute on function private.is_writer() to authenticated;

alter table public.comment_guests enable row level security;
grant select, insert (article_id, profile_id), delete on public.comment_guests to authenticated;
create policy "writers see guests, and guests themselves" on public.comment_guests for select to authenticated
using ((select private.is_writer()) or profile_id = (select auth.uid()) and (select private.is_staff()));
create policy "editors invite viewers" on public.comment_guests for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')) and exists (select 1 from public.articles a where a.id = article_id)
            and exists (select 1 from public.profiles p where p.id = profile_id and p.role = 'viewer' and p.removed_at is null));
create policy "editors end invitations" on public.comment_guests for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.comment_guests referencing new table as added_now
for each statement execute function private.limit_added_rows('invitations', '1000');

-- Who wrote the first comment of a thread.
create function private.thread_author(p_thread uuid) returns uuid
language sql stable security definer set search_path = ''
as $$ select c.author_id from public.comments c where c.thread_id = p_thread order by c.created_at, c.id limit 1 $$;
grant execute on function private.thread_author(uuid) to authenticated;

-- Somebody may read the stories and letters that their policies show them. Threads are made by start_thread.
alter table public.comment_threads enable row level security;
grant select, delete on public.comment_threads to authenticated;
grant update (quote, prefix, suffix, is_repeated, resolved_at) on public.comment_threads to authenticated;
create policy "writers and guests read threads of what they read" on public.comment_threads for select to authenticated
using ((exists (select 1 from public.articles a where a.id = article_id)
        or exists (select 1 from public.letters l where l.id = letter_id))
       and ((select private.is_writer())
            or not is_internal and exists (select 1 from public.comment_guests g
              where g.article_id = comment_threads.article_id and g.profile_id = (select auth.uid()))));
create policy "writers resolve threads, guests those they began" on public.comment_threads for update to authenticated
using ((exists (select 1 from public.articles a where a.id = article_id)
        or exists (select 1 from public.letters l where l.id = letter_id))
       and ((select private.is_writer()) or private.thread_author(id) = (select auth.uid())));
create policy "editors delete threads" on public.comment_threads for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

alter table public.comments enable row level security;
grant select, delete on public.comments to authenticated;
grant insert (id, thread_id, body), update (body) on public.comments to authenticated;
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
create trigger limit_added_rows after insert on public.comments referencing new table as added_now
for each statement execute function private.limit_added_rows('comments', '3000');

-- Sets what no client may choose: who resolved a thread, and when. The place of a passage is changed by accounts that may
-- change the text: others see it as it was saved.
create function private.before_thread_change() returns trigger
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
create trigger addresses_as_paths before insert on public.comment_threads
for each row execute function private.store_paths();
create trigger before_thread_change before update on public.comment_threads
for each row execute function private.before_thread_change();

-- Whether readers read a story now.
create function private.is_out(p_article uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.articles a
    where a.id = p_article and a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
$$;

-- Sets what no client may choose: the author, the times, who reads it, and the mentions, which are people in the text whom
-- the author can mention, or had mentioned before. Raises PT429 for the 41st comment or edit in ten minutes, except of
-- editors.
create function private.before_comment_write() returns trigger
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
      or p.id in (select o.id from private.comment_people(thread.article_id, thread.letter_id) o where o.can_be_mentioned))
    order by p.id);
  return new;
end $$;
create trigger before_comment_write before insert or update of body on public.comments
for each row execute function private.before_comment_write();

-- The title of the story or the subject of the letter that a thread is about.
create function private.thread_title(p_thread public.comment_threads) returns text
language sql stable security definer set search_path = ''
as $$
  select a.title from public.articles a where a.id = p_thread.article_id
  union all select l.subject from public.letters l where l.id = p_thread.letter_id
$$;

-- A thread ends with its last comment. A comment that somebody else deleted is in the audit log, without its words.
create function private.after_comment_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is distinct from old.author_id then
    perform private.add_audit_entry('delete', tg_table_name, old.id::text,
      (select private.thread_title(t) from public.comment_threads t where t.id = old.thread_id),
      (select 'Of ' || p.full_name from public.profiles p where p.id = old.author_id));
  end if;
  -- One end after the other, and after an answer that is under way.
  perform 1 from public.comment_threads t where t.id = old.thread_id for update;
  delete from public.comment_threads t where t.id = old.thread_id
    and not exists (select 1 from public.comments c where c.thread_id = t.id);
  return null;
end $$;
create trigger after_comment_delete after delete on public.comments
for each row when (pg_trigger_depth() = 0) execute function private.after_comment_delete();

-- A thread that an editor deleted with its comments is in the audit log, without their words.
create function private.after_thread_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_audit_entry('delete', tg_table_name, old.id::text, private.thread_title(old), null);
  return null;
end $$;
create trigger after_thread_delete after delete on public.comment_threads
for each row when (pg_trigger_depth() = 0) execute function private.after_thread_delete();

-- Adds a thread, for start_thread alone, which checks who may and adds the first comment: no thread is without one.
create function private.add_thread(p_thread public.comment_threads) returns uuid
language sql volatile security definer set search_path = ''
as $$
  insert into public.comment_threads (article_id, letter_id, kind, subject, quote, prefix, suffix, is_repeated, is_internal)
  values (p_thread.article_id, p_thread.letter_id, p_thread.kind, p_thread.subject, p_thread.quote, p_thread.prefix, p_thread.suffix,
    coalesce(p_thread.is_repeated, false), p_thread.kind = 'sent-back' or not private.is_out(p_thread.article_id))
  returning id
$$;
grant execute on function private.add_thread(public.comment_threads) to authenticated;

-- Whether the caller, as whom it runs, reads a story or a letter and is in the conversation on it.
create function private.is_in_conversation(p_article uuid, p_letter uuid) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select (exists (select 1 from public.articles a where a.id = p_article)
          or exists (select 1 from public.letters l where l.id = p_letter))
    and ((select private.is_writer())
         or exists (select 1 from public.comment_guests g where g.article_id = p_article and g.profile_id = auth.uid()))
$$;
grant execute on function private.is_in_conversation(uuid, uuid) to authenticated;

/* Starts a thread with its first comment: for accounts that write, and for guests while the story is out. A note on sending
   back (kind sent-back) is of editors. Runs as the caller: the policies say which stories and letters they read. Raises
   42501 for others. */
create function public.start_thread(p_thread jsonb, p_body text) returns uuid
language plpgsql security invoker set search_path = ''
as $$
declare thread public.comment_threads := jsonb_populate_record(null::public.comment_threads, p_thread);
begin
  if not private.is_in_conversation(thread.article_id, thread.letter_id)
     or thread.kind = 'sent-back' and not public.has_role('super_admin', 'editor') then
    raise exception 'You are not in this conversation' using errcode = '42501';
  end if;
  thread.id := private.add_thread(thread);
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

-- The people of the conversation on a story or a letter: people who wrote, resolved or are mentioned in what the caller reads
-- of it, its guests, and for writers also all colleagues. A guest can mention the former only, a writer the guests and all
-- colleagues.
create function private.comment_people(p_article uuid, p_letter uuid) returns table (
  id uuid, full_name text, name_confirmed boolean, hint text, can_be_mentioned boolean, is_guest boolean)
language sql stable security definer set search_path = ''
as $$
  with me as (select private.is_writer() as writes), named as (
    select t.resolved_by as id from me, public.comment_threads t
    where (t.article_id = p_article or t.letter_id = p_letter) and (me.writes or not t.is_internal)
    union select unnest(c.author_id || c.mentions)
    from me, public.comments c join public.comment_threads t on t.id = c.thread_id
    where (t.article_id = p_article or t.letter_id = p_letter) and (me.writes or not c.is_internal))
  select p.id, p.full_name, p.name_confirmed, private.account_hint(p), writes_now or is_guest, is_guest
  from me, public.profiles p,
    lateral (select p.role in ('super_admin', 'editor', 'contributor') as writes_now,
      p.role = 'viewer' and exists (select 1 from public.comment_guests g
        where g.article_id = p_article and g.profile_id = p.id) as is_guest) now
  where p.id in (select n.id from named n) or is_guest or writes_now and me.writes
  order by p.full_name, p.id
$$;
grant execute on function private.comment_people(uuid, uuid) to authenticated;

create function public.get_comment_people(p_article uuid, p_letter uuid default null) returns table (
  id uuid, full_name text, name_confirmed boolean, hint text, can_be_mentioned boolean, is_guest boolean)
language sql stable security invoker set search_path = ''
as $$
  select p.* from private.comment_people(p_article, p_letter) p
  where (select private.is_in_conversation(p_article, p_letter))
  order by p.full_name, p.id
$$;
grant execute on function public.get_comment_people(uuid, uuid) to authenticated;

-- The number of open threads of each of these stories that has any. Runs as the caller.
create function public.count_open_threads(p_articles uuid[]) returns table (article_id uuid, threads bigint)
language sql stable security invoker set search_path = ''
as $$
  select t.article_id, count(*) from public.comment_threads t
  where t.article_id = any (p_articles) and t.resolved_at is null group by 1
$$;
grant execute on function public.count_open_threads(uuid[]) to authenticated;
