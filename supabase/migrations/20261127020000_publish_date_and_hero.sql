-- The date chosen for an article that is not published yet is kept, and a scheduled hero leaves the front page to the one
-- before it until it is out.

alter table public.articles
  add column publish_at timestamptz constraint articles_publish_at_finite check (isfinite(publish_at));
insert into private.saved_columns values ('public.articles', 'publish_at');
drop index public.articles_one_hero_idx;
create index articles_hero_idx on public.articles (published_at desc) where hero;

-- Sets what no client may choose: version, publish date and trash date. A new hero that is out ends the one before it; a
-- scheduled one leaves it until it is out itself (end_former_hero).
create or replace function private.before_article_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_published boolean; was_hero boolean;
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
    -- A write that changes nothing keeps version and updated_at, which readers see. New tags are a change of the article
    -- although they are stored in another table: save_article announces them by this setting.
    if to_jsonb(new) <> to_jsonb(old) or current_setting('mantel.tags_change', true) = new.id::text then
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
  if new.hero and not was_hero and new.published_at <= now() then
    perform pg_advisory_xact_lock(hashtext('mantel.hero'));
    update public.articles set hero = false where hero and id <> new.id and published_at <= now();
  end if;
  return new;
end $$;

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

create or replace function private.record_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  not_stored text[] := array['id', 'created_at', 'updated_at', 'version', 'hero', 'deleted_at'];
  -- Stored with each revision, but their change alone makes none: they say where and when a text appears.
  ignored text[] := not_stored || array['featured', 'read_time', 'published_at', 'publish_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - ignored = to_jsonb(new) - ignored
     and coalesce(current_setting('mantel.tags_change', true), '') <> new.id::text then
    return null;
  end if;
  insert into public.article_revisions (article_id, version, data, created_by)
  values (new.id, new.version,
          to_jsonb(new) - not_stored || jsonb_build_object('tag_ids', private.article_tag_ids(new.id)),
          (select p.id from public.profiles p where p.id = auth.uid()));
  return null;
end $$;

/* The history of an article, newest first, 50 revisions at a time; p_before is the id of the last one already listed.
   The editor's auto-save leaves a revision every half minute: unless p_every, only the last one of a person in each
   quarter of an hour is listed. `changed` names the fields that differ from the revision listed before.
   Runs as the caller. */
create or replace function public.list_article_revisions(p_article uuid, p_every boolean default false, p_before bigint default null)
returns table (id bigint, kind text, created_at timestamptz, created_by uuid, author_name text, status text, changed text[],
               is_first boolean)
language sql stable security invoker set search_path = ''
as $$
  with grouped as (
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
    select t.*, lag(t.data) over (order by t.id) as before from grouped t where p_every or t.is_last
  ), page as (
    select * from listed l where p_before is null or l.id < p_before order by l.id desc limit 50
  )
  select p.id, p.kind, p.created_at, p.created_by, a.full_name, p.data ->> 'status',
    array(select k from jsonb_object_keys(p.data) k
          -- A column that is newer than the revision before has no key there.
          where p.before is not null and p.data -> k <> coalesce(p.before -> k, 'null') and k <> 'read_time' order by k),
    p.before is null
  from page p left join public.profiles a on a.id = p.created_by
  order by p.id desc
$$;
