-- What articles need besides: a trash that empties itself, tags that count as a change, a history that people can read.

alter table public.article_revisions add column kind text not null default 'saved'
  check (kind in ('saved', 'working-copy'));
create index articles_deleted_idx on public.articles (deleted_at) where deleted_at is not null;

create function private.tag_ids(p_article uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(array(select t.tag_id from public.article_tags t where t.article_id = p_article order by t.tag_id))
$$;

update public.article_revisions r set data = r.data || jsonb_build_object('tag_ids', private.tag_ids(r.article_id))
where r.id in (select max(id) from public.article_revisions group by article_id);

-- The trash is dated by the database, whatever clock the browser has: a wrong one would empty it too soon.
create or replace function private.before_article_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, now());
  else
    new.published_at := null;
    new.hero := false;
  end if;
  if new.deleted_at is not null then new.hero := false; end if;
  if tg_op = 'UPDATE' then
    if new.deleted_at is not null and not private.is_service() then
      new.deleted_at := coalesce(old.deleted_at, now());
    end if;
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := old.updated_at;
    new.version := old.version;
    -- A write that changes nothing is none: readers see updated_at, and would see it move without a publish. Tags are
    -- a change although they stand in another table: save_article says so.
    if to_jsonb(new) <> to_jsonb(old) or current_setting('mantel.retagged', true) = new.id::text then
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
  end if;
  if new.hero and (tg_op = 'INSERT' or not old.hero) then
    perform pg_advisory_xact_lock(hashtext('mantel.hero'));
    update public.articles set hero = false where hero and id <> new.id;
  end if;
  return new;
end $$;

create or replace function private.keep_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
     and coalesce(current_setting('mantel.retagged', true), '') <> new.id::text
     and (old.title, old.title_emphasis, old.slug, old.content, old.excerpt, old.status, old.featured_image, old.gallery,
          old.category_id, old.author_id, old.meta_title, old.meta_description, old.meta_keywords)
         is not distinct from
         (new.title, new.title_emphasis, new.slug, new.content, new.excerpt, new.status, new.featured_image, new.gallery,
          new.category_id, new.author_id, new.meta_title, new.meta_description, new.meta_keywords) then
    return null;
  end if;
  insert into public.article_revisions (article_id, version, data, created_by)
  values (new.id, new.version,
          to_jsonb(new) - array['id', 'created_at', 'updated_at', 'version', 'hero', 'deleted_at']
            || jsonb_build_object('tag_ids', private.tag_ids(new.id)),
          (select p.id from public.profiles p where p.id = auth.uid()));
  return null;
end $$;

-- The tags of a save are written after its article: the revision just kept takes them over.
create function private.note_tags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.article_revisions r set data = r.data || jsonb_build_object('tag_ids', private.tag_ids(r.article_id))
  where r.id in (select max(v.id) from public.article_revisions v
                 where v.kind = 'saved' and v.article_id in (select c.article_id from changed c) group by v.article_id);
  return null;
end $$;
create trigger note_added_tags after insert on public.article_tags
referencing new table as changed for each statement execute function private.note_tags();
create trigger note_removed_tags after delete on public.article_tags
referencing old table as changed for each statement execute function private.note_tags();

/* Saves an article with its tags in one transaction. p_id null creates; otherwise p_version must be the version the
   writer started from, or nothing changes and PT409 is raised. Fields absent from p_article stay as they are.
   Runs as the caller: the policies decide. */
create or replace function public.save_article(p_id uuid, p_version integer, p_article jsonb, p_tags uuid[] default null)
returns public.articles
language plpgsql security invoker set search_path = ''
as $$
declare saved public.articles; patch public.articles; retagged boolean := false;
begin
  if p_id is null then
    patch := jsonb_populate_record(null::public.articles, p_article);
    insert into public.articles (title, title_emphasis, slug, content, excerpt, status, featured, featured_image, gallery,
      read_time, category_id, author_id, meta_title, meta_description, meta_keywords, published_at)
    values (patch.title, patch.title_emphasis, patch.slug, coalesce(patch.content, '{"html": ""}'), patch.excerpt,
      coalesce(patch.status, 'draft'), coalesce(patch.featured, false), patch.featured_image, coalesce(patch.gallery, '{}'),
      patch.read_time, patch.category_id, patch.author_id, patch.meta_title, patch.meta_description,
      coalesce(patch.meta_keywords, '{}'), patch.published_at)
    returning * into saved;
  else
    select * into saved from public.articles where id = p_id;
    if not found then
      raise exception 'Article not found' using errcode = 'PT404';
    end if;
    if p_tags is not null then
      retagged := array(select t.tag_id from public.article_tags t where t.article_id = p_id order by 1)
        is distinct from array(select distinct t from unnest(p_tags) t order by 1);
    end if;
    perform set_config('mantel.retagged', case when retagged then p_id::text else '' end, true);
    patch := jsonb_populate_record(saved, p_article);
    update public.articles a set
      title = patch.title, title_emphasis = patch.title_emphasis, slug = patch.slug, content = patch.content,
      excerpt = patch.excerpt, status = patch.status, featured = patch.featured, featured_image = patch.featured_image,
      gallery = patch.gallery, read_time = patch.read_time, category_id = patch.category_id, author_id = patch.author_id,
      meta_title = patch.meta_title, meta_description = patch.meta_description, meta_keywords = patch.meta_keywords,
      published_at = patch.published_at
    where a.id = p_id and a.version = p_version
    returning * into saved;
    if not found then
      -- Either somebody saved in between, or the policies refuse this row to the caller.
      if exists (select 1 from public.articles where id = p_id and version = p_version) then
        raise exception 'You are not allowed to change this article' using errcode = '42501';
      end if;
      raise exception 'This article was saved by someone else in the meantime' using errcode = 'PT409';
    end if;
    perform set_config('mantel.retagged', '', true);
    perform set_config('mantel.carried_out', p_id::text, true);
    delete from public.article_working_copies where article_id = p_id;
    perform set_config('mantel.carried_out', '', true);
  end if;
  if p_tags is not null then
    delete from public.article_tags where article_id = saved.id and tag_id <> all (p_tags);
    insert into public.article_tags (article_id, tag_id)
    select saved.id, t from unnest(p_tags) t on conflict do nothing;
  end if;
  return saved;
end $$;

-- Unpublished changes that are discarded stay in the history; those that were carried out are there as the article.
create function private.keep_working_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare form jsonb := old.data -> 'form'; current public.article_revisions; kept jsonb;
begin
  if current_setting('mantel.carried_out', true) = old.article_id::text and old.updated_by is not distinct from auth.uid()
     or jsonb_typeof(form) is distinct from 'object'
     or not exists (select 1 from public.articles where id = old.article_id) then
    return null;
  end if;
  select * into current from public.article_revisions
  where article_id = old.article_id and kind = 'saved' order by id desc limit 1;
  kept := current.data || jsonb_build_object(
    'title', form -> 'title', 'title_emphasis', nullif(form ->> 'title_emphasis', ''), 'slug', form -> 'slug',
    'content', case when jsonb_typeof(form -> 'html') = 'string' then jsonb_build_object('html', form -> 'html')
                    else current.data -> 'content' end,
    'excerpt', nullif(form ->> 'excerpt', ''), 'featured_image', form -> 'featured_image', 'gallery', form -> 'gallery',
    'category_id', form -> 'category_id', 'meta_title', nullif(form ->> 'meta_title', ''),
    'meta_description', nullif(form ->> 'meta_description', ''),
    'meta_keywords', to_jsonb(array(select trim(k) from regexp_split_to_table(form ->> 'meta_keywords', ',') k
                                    where trim(k) <> '')),
    'tag_ids', form -> 'tag_ids');
  if current.id is not null and kept <> current.data then
    insert into public.article_revisions (article_id, version, kind, data, created_by)
    values (old.article_id, current.version, 'working-copy', kept, old.updated_by);
  end if;
  return null;
end $$;
create trigger keep_working_copy after delete on public.article_working_copies
for each row execute function private.keep_working_copy();

/* The history of an article, the newest first, 50 at a time: p_before is the id of the last one seen. An editor that
   saves by itself leaves a revision every half minute; unless p_every, only the last of a person's in each quarter of an
   hour is listed. `changed` names the fields that differ from the one listed before. Runs as the caller. */
create function public.list_article_revisions(p_article uuid, p_every boolean default false, p_before bigint default null)
returns table (id bigint, kind text, created_at timestamptz, created_by uuid, author_name text, status text, changed text[],
               is_first boolean)
language sql stable security invoker set search_path = ''
as $$
  with told as (
    select r.*,
      lead(r.id) over w is null
        or lead(r.kind) over w <> r.kind
        or r.created_by is null or lead(r.created_by) over w is distinct from r.created_by
        or lead(r.data ->> 'status') over w is distinct from r.data ->> 'status'
        or floor(extract(epoch from lead(r.created_at) over w) / 900) <> floor(extract(epoch from r.created_at) / 900)
        as is_last
    from public.article_revisions r where r.article_id = p_article
    window w as (order by r.id)
  ), listed as (
    select t.*, lag(t.data) over (order by t.id) as before from told t where p_every or t.is_last
  ), page as (
    select * from listed l where p_before is null or l.id < p_before order by l.id desc limit 50
  )
  select p.id, p.kind, p.created_at, p.created_by, a.full_name, p.data ->> 'status',
    array(select k from jsonb_object_keys(p.data) k
          where p.before is not null and (p.data -> k) is distinct from (p.before -> k) and k <> 'read_time' order by k),
    p.before is null
  from page p left join public.profiles a on a.id = p.created_by
  order by p.id desc
$$;
grant execute on function public.list_article_revisions(uuid, boolean, bigint) to authenticated, service_role;

-- After 30 days what lies in the trash is gone: looked after whenever the site is built and something is thrown away.
create function private.purge_trash() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.articles where deleted_at < now() - interval '30 days';
  return null;
end $$;
create trigger purge_trash after insert on public.builds for each statement execute function private.purge_trash();
create trigger purge_trash after update of deleted_at on public.articles
for each statement execute function private.purge_trash();
