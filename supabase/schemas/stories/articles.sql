-- Articles and their tags: who may read and write them, and the rules that hold for every write.
--
-- Triggers of articles in the order in which they fire, by name within each group; in brackets the file of one that is
-- elsewhere:
--   before each row
--     addresses_as_paths: addresses of stored files become paths
--     before_article_author: an author whose profile is gone is left out
--     before_article_credits (people/credits.sql): credits are put in order
--     before_article_write: version, dates, hero
--     check_captions
--     check_content_limits
--     check_facts
--     check_gallery_limits
--     check_keyword_limits
--     check_pictures (media/own_pictures.sql)
--     check_slug_length
--     guard_byline: who may change status, owner and trash
--     require_checks (stories/checks.sql): a published story meets the required checks
--     require_confirmed_people (people/credits.sql): a published story names no proposed person
--   after each row
--     article_changed: the outbox
--     log_delete: the audit log
--     log_publish: the audit log
--     notify_of_article (newsroom/notifications.sql)
--     record_revision (stories/history.sql)
--     remove_redirects_in_use (stories/redirects.sql)
--     story_words_changed (stories/search.sql): the words that a search finds
--     update_article_redirects (stories/redirects.sql)
--     update_media_references: the files that it names
--   after the statement
--     limit_added_rows: how many an account adds in a day
--     purge_trash

create table public.articles (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) <= 300 and trim(title) <> ''),
  title_emphasis text check (char_length(title_emphasis) <= 300),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 320),
  content jsonb not null default '{"html": ""}',
  excerpt text check (char_length(excerpt) <= 2000),
  status text not null default 'draft' check (status in ('draft', 'review', 'published', 'archived')),
  featured boolean not null default false,
  hero boolean not null default false,
  featured_image text check (char_length(featured_image) <= 2000),
  gallery text[] not null default '{}',
  read_time integer check (read_time between 1 and 600),
  category_id uuid references public.categories (id) on delete set null,
  author_id uuid references public.profiles (id) on delete set null,
  meta_title text check (char_length(meta_title) <= 60),
  meta_description text check (char_length(meta_description) <= 160),
  meta_keywords text[] not null default '{}',
  -- A date without end would be an event of the outbox that no publisher can wait for.
  published_at timestamptz constraint articles_published_at_finite check (isfinite(published_at)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz,
  -- An optional line under the title.
  standfirst text check (char_length(standfirst) <= 300),
  -- The date chosen for an article that is not published; publishing makes it published_at.
  publish_at timestamptz constraint articles_publish_at_finite check (isfinite(publish_at)),
  -- When the words or pictures of the article were changed last. Readers are told this time, or the publish date when that
  -- is later.
  modified_at timestamptz not null default now(),
  -- The people of the story with their roles, in their order: [{"person_id", "role_id"}]. Null: none is named, and the
  -- story has its owner's person as writer (private.story_names, credits.sql).
  credits jsonb,
  -- The place of the featured image on the page; null: by its shape.
  opening text check (opening in ('above', 'behind', 'beside', 'below', 'none')),
  -- Of the house: see private.check_facts.
  facts jsonb not null default '[]',
  -- In place of the captions of the library, by the address of the picture; empty: none. See private.check_captions.
  captions jsonb not null default '{}',
  -- The colour of its page, one of its featured image's; null, or one that the image does not have: the image's first.
  colour text check (colour ~ '^#[0-9a-f]{6}$')
);
-- One hero is out at most, the others are scheduled.
create index articles_hero_idx on public.articles (published_at desc) where hero;
create index articles_updated_idx on public.articles (updated_at desc);
create index articles_created_idx on public.articles (created_at desc);
create index articles_category_idx on public.articles (category_id, published_at desc);
create index articles_author_idx on public.articles (author_id, published_at desc);
create index articles_published_idx on public.articles (published_at desc, id)
where status = 'published' and deleted_at is null;
create index articles_deleted_idx on public.articles (deleted_at) where deleted_at is not null;
create index articles_credits_idx on public.articles using gin (credits jsonb_path_ops);
-- For the readers' search (search.sql): an index for each order that they can choose; newest and oldest first share
-- articles_published_idx.
create index articles_by_title_idx on public.articles (title, id) include (published_at)
where status = 'published' and deleted_at is null;
create index articles_by_read_time_idx on public.articles (coalesce(read_time, 5), published_at desc, id)
where status = 'published' and deleted_at is null;
create index articles_title_trgm_idx on public.articles using gin (title extensions.gin_trgm_ops);
create index articles_excerpt_trgm_idx on public.articles using gin (excerpt extensions.gin_trgm_ops);

-- What staff search.
create function public.search_text(public.articles) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.title, $1.excerpt)) $$;
grant execute on function public.search_text(public.articles) to authenticated;

-- The files that are left out where readers see the row.
create function public.withdrawn_files(public.articles) returns text[]
language sql stable security definer set search_path = ''
as $$ select private.withdrawn_files('articles', $1.id::text) $$;
grant execute on function public.withdrawn_files(public.articles) to anon, authenticated;

alter table public.articles enable row level security;
grant select on public.articles to anon, authenticated;
grant insert, update, delete on public.articles to authenticated;
create policy "the public reads what is out" on public.articles for select to anon, authenticated
using (status = 'published' and published_at <= now() and deleted_at is null);
create policy "writers read all articles" on public.articles for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor'))
       and (deleted_at is null or (select public.has_role('super_admin', 'editor'))));
create policy "contributors start their own drafts" on public.articles for insert to authenticated
with check ((select public.has_role('contributor')) and author_id = (select auth.uid())
            and status in ('draft', 'review') and not featured and not hero and deleted_at is null);
create policy "editors add articles" on public.articles for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "contributors change their own drafts" on public.articles for update to authenticated
using ((select public.has_role('contributor')) and author_id = (select auth.uid())
       and status in ('draft', 'review') and deleted_at is null)
with check ((select public.has_role('contributor')) and author_id = (select auth.uid())
            and status in ('draft', 'review') and not featured and not hero and deleted_at is null);
create policy "editors change articles" on public.articles for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins delete articles" on public.articles for delete to authenticated
using ((select public.has_role('super_admin')));
create trigger limit_added_rows after insert on public.articles referencing new table as added_now
for each statement execute function private.limit_added_rows('articles', '1000');

-- Visitors see the profiles of those whose articles they see.
create policy "people with visible articles" on public.profiles for select to anon
using (exists (select 1 from public.articles a where a.author_id = profiles.id));

-- Rules of every write.

-- An author whose profile was deleted meanwhile is left out. Before before_article_write, which takes what changes the row
-- for a new version.
create function private.forget_deleted_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.profiles where id = new.author_id) then new.author_id := null; end if;
  return new;
end $$;
create trigger before_article_author before insert or update of author_id on public.articles
for each row execute function private.forget_deleted_author();

-- Sets what no client may choose: version, publish date, trash date and the times of changes. A new hero that is published
-- ends the one before it; a scheduled one leaves it until it is published itself (end_former_hero).
create function private.before_article_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_published boolean; was_hero boolean; before jsonb; after jsonb;
begin
  was_published := tg_op = 'UPDATE' and old.status = 'published';
  was_hero := was_published and old.hero and old.published_at <= now();
  -- An open editor, a working copy or an old revision may still name a category that was deleted meanwhile. The article
  -- is then saved without one, as the articles that were not open lost theirs.
  if not exists (select 1 from public.categories where id = new.category_id) then new.category_id := null; end if;
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, new.publish_at, now());
    new.publish_at := null;
  else
    -- An article that was out and is published again comes out anew.
    if was_published and new.publish_at <= now() then new.publish_at := null; end if;
    new.published_at := null;
    new.hero := false;
  end if;
  if new.deleted_at is not null then new.hero := false; end if;
  if tg_op = 'UPDATE' then
    -- By the database's clock: a wrong one in the browser would empty the trash too soon.
    if new.deleted_at is not null and not private.is_service() then
      new.deleted_at := coalesce(old.deleted_at, now());
    end if;
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := old.updated_at;
    new.version := old.version;
    new.modified_at := old.modified_at;
    before := to_jsonb(old);
    after := to_jsonb(new);
    if exists (select from private.changed_columns('public.articles', before, after) c where c.is_text) then
      new.modified_at := now();
    end if;
    -- A write that changes nothing keeps version and updated_at, which readers see. New tags are a change of the article
    -- although they are stored in another table: save_article announces them by this setting.
    if after <> before or current_setting('mantel.tags_change', true) = new.id::text then
      new.updated_at := now();
      new.version := old.version + 1;
    end if;
    if new.deleted_at is distinct from old.deleted_at and auth.uid() is not null
       and not public.has_role('super_admin') then
      raise exception 'Only a super admin can delete or restore an article' using errcode = '42501';
    end if;
  else
    new.version := 1;
    if not private.is_service() then
      new.created_at := now();
      new.updated_at := now();
      new.deleted_at := null;
    end if;
    new.modified_at := new.updated_at;
  end if;
  if new.hero and not was_hero and new.published_at <= now() then
    perform pg_advisory_xact_lock(hashtext('mantel.hero'));
    update public.articles set hero = false where hero and id <> new.id and published_at <= now();
  end if;
  return new;
end $$;
create trigger before_article_write before insert or update on public.articles
for each row execute function private.before_article_write();

-- Ends the hero whose place a scheduled one took by coming out. Runs at each build.
create function private.end_former_hero() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.articles a set hero = false where a.hero and exists (
    select 1 from public.articles later
    where later.hero and later.published_at > a.published_at and later.published_at <= now());
  return null;
end $$;
create trigger end_former_hero after insert on public.builds for each statement execute function private.end_former_hero();

create trigger check_content_limits before insert or update of content on public.articles
for each row execute function private.check_json_limits('content', 'Content', '1000000');
create trigger check_gallery_limits before insert or update of gallery on public.articles
for each row execute function private.check_list_limits('gallery', 'Gallery', '200', '200000');
create trigger check_keyword_limits before insert or update of meta_keywords on public.articles
for each row execute function private.check_list_limits('meta_keywords', 'Meta Keywords', '100', '20000');
create trigger check_facts before insert or update of facts on public.articles
for each row execute function private.check_facts();
create trigger check_captions before insert or update of captions on public.articles
for each row execute function private.check_captions();
create trigger check_slug_length before insert or update of slug on public.articles
for each row execute function private.check_slug_length('URL slug');

-- A story is not published under the name of an author before an editor has confirmed that it is the account's.
create function private.guard_byline() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare writer public.profiles;
begin
  -- Others than editors are refused by the policies.
  if private.is_service() or not public.has_role('super_admin', 'editor')
     or new.status <> 'published' or new.deleted_at is not null
     or tg_op = 'UPDATE' and old.status = 'published' and old.deleted_at is null and old.author_id is not distinct from new.author_id
  then return new; end if;
  -- The lock makes a change of the name that is under way end first, or find the story published.
  select * into writer from public.profiles where id = new.author_id for share;
  if not writer.name_confirmed and private.is_name_of_another(writer.full_name, writer.id) then
    raise exception '“%” is the name of an author. Confirm under Authors that it is also the name of this account, or choose another author.',
      writer.full_name using errcode = '23514';
  end if;
  return new;
end $$;
create trigger guard_byline before insert or update of status, author_id, deleted_at on public.articles
for each row execute function private.guard_byline();

create trigger article_changed after insert or update or delete on public.articles
for each row execute function private.article_changed();
create trigger addresses_as_paths before insert or update on public.articles
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.articles
for each row execute function private.update_media_references('id');
create trigger log_publish after insert or update on public.articles
for each row when (pg_trigger_depth() = 0) execute function private.log_publish();
create trigger log_delete after delete on public.articles
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Deletes articles that were in the trash for 30 days. Runs when an article goes to the trash and at each build.
create function private.purge_trash() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.articles where deleted_at < now() - interval '30 days';
  return null;
end $$;
create trigger purge_trash after update of deleted_at on public.articles
for each statement execute function private.purge_trash();
create trigger purge_trash after insert on public.builds for each statement execute function private.purge_trash();

-- Tags of articles ---------------------------------------------------------------------------------------------------

create table public.article_tags (
  article_id uuid not null references public.articles (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  primary key (article_id, tag_id)
);
create index article_tags_tag_idx on public.article_tags (tag_id);

-- Whether the caller may write this article, and so its tags and its working copy.
create function public.can_write_article(p_article uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.has_role('super_admin', 'editor')
    or (public.has_role('contributor') and exists (
      select 1 from public.articles a where a.id = p_article and a.author_id = auth.uid()
      and a.status in ('draft', 'review') and a.deleted_at is null))
$$;
grant execute on function public.can_write_article(uuid) to authenticated;

alter table public.article_tags enable row level security;
grant select on public.article_tags to anon, authenticated;
grant insert, delete on public.article_tags to authenticated;
create policy "tags of visible articles" on public.article_tags for select to anon, authenticated
using (exists (select 1 from public.articles a where a.id = article_id));
create policy "writers tag their articles" on public.article_tags for insert to authenticated
with check (public.can_write_article(article_id));
create policy "writers untag their articles" on public.article_tags for delete to authenticated
using (public.can_write_article(article_id));
create trigger limit_added_rows after insert on public.article_tags referencing new table as added_now
for each statement execute function private.limit_added_rows('tags of articles', '20000');

create trigger resolve_tag before insert on public.article_tags
for each row execute function private.resolve_tag();

-- Adds the article to the outbox.
create function private.article_tags_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare a public.articles;
begin
  select * into a from public.articles where id = coalesce(new.article_id, old.article_id);
  if a.status = 'published' and a.deleted_at is null then
    perform private.enqueue('articles', a.id::text, a.published_at);
  end if;
  return null;
end $$;
create trigger article_tags_changed after insert or update or delete on public.article_tags
for each row execute function private.article_tags_changed();

-- Saving -------------------------------------------------------------------------------------------------------------

insert into private.saved_columns (table_name, column_name, is_text, is_searched)
select 'public.articles', name, is_text, is_searched from (values
  ('title', true, true), ('title_emphasis', true, false), ('standfirst', true, true), ('slug', false, false),
  ('content', true, true), ('excerpt', true, true), ('status', false, false), ('featured', false, false),
  ('featured_image', true, false), ('gallery', true, false), ('read_time', false, false), ('category_id', false, true),
  ('author_id', false, true), ('meta_title', true, false), ('meta_description', true, false),
  ('meta_keywords', false, false), ('published_at', false, false), ('publish_at', false, false), ('credits', false, true),
  ('opening', true, false), ('colour', false, false), ('facts', true, true), ('captions', true, false)
) saved_column (name, is_text, is_searched);

/* Saves an article with its tags and deletes its working copy, in one transaction. p_id null creates. Otherwise p_version
   must be the version the writer started from and, when the article is published, p_copy_version that of the working
   copy (null: there is none); or nothing changes and PT409 is raised. Fields absent from p_article stay as they are.
   p_note says why a story is sent back to its writer (start_thread, comments.sql). Runs as the caller: the
   policies decide. */
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

-- Whether another article has this slug, including articles in the trash, which most of the staff cannot read. Answers
-- only yes or no, and only to writers.
create function public.slug_taken(p_slug text, p_article uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.has_role('super_admin', 'editor', 'contributor')
    and exists (select 1 from public.articles a where a.slug = p_slug and a.id is distinct from p_article)
$$;
grant execute on function public.slug_taken(text, uuid) to authenticated;

-- The stories of an author that readers cannot see yet: drafts, stories in review and scheduled ones.
create function private.open_articles(p_author uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select a.id from public.articles a
  where a.author_id = p_author and a.deleted_at is null
    and (a.status in ('draft', 'review') or a.status = 'published' and a.published_at > now())
$$;

create function public.count_open_articles(p_author uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from private.open_articles(p_author)
  where public.has_role('super_admin', 'editor', 'contributor')
$$;
grant execute on function public.count_open_articles(uuid) to authenticated;

-- Names of article authors for callers who may not read profiles: the authors of the articles the caller may read.
create function public.get_author_names() returns table (id uuid, full_name text)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.full_name from public.profiles p
  where exists (select 1 from public.articles a where a.author_id = p.id and (
    (a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
    or public.has_role('super_admin', 'editor', 'contributor')))
  order by p.full_name, p.id
$$;
grant execute on function public.get_author_names() to anon, authenticated;

-- The labels of facts in the articles that the caller may read, those used most first; at most 100.
create function public.get_fact_labels() returns table (label text)
language sql stable security invoker set search_path = ''
as $$
  select fact ->> 'label' from public.articles a, jsonb_array_elements(a.facts) fact
  where a.facts <> '[]' group by 1 order by count(*) desc, 1 limit 100
$$;
grant execute on function public.get_fact_labels() to authenticated;
