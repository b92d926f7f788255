-- The history of articles: a revision for each save, and one for each working copy that was discarded.

create table public.article_revisions (
  id bigint generated always as identity primary key,
  article_id uuid not null references public.articles (id) on delete cascade,
  version integer not null,
  kind text not null default 'saved' check (kind in ('saved', 'working-copy')),
  data jsonb not null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index article_revisions_article_idx on public.article_revisions (article_id, id desc);
create index article_revisions_created_by_idx on public.article_revisions (created_by);

-- Readable by those who may read the article; discarded working copies by those who may write it.
alter table public.article_revisions enable row level security;
grant select on public.article_revisions to authenticated;
create policy "writers read revisions" on public.article_revisions for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor'))
       and exists (select 1 from public.articles a where a.id = article_id)
       and (kind = 'saved' or public.can_write_article(article_id)));
create trigger limit_added_rows after insert on public.article_revisions referencing new table as added_now
for each statement execute function private.limit_added_rows('revisions', '50000');

/* Thins the history of an article: every revision of the last 24 hours stays, and of the days before the last one of
   each day (in UTC) and kind, and each that was saved as published. Runs at the article's first revision of a day. */
create function private.thin_revisions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.article_revisions r where r.article_id = new.article_id and r.id <> new.id
             and r.created_at >= private.day_start(private.utc_day(now()))) then
    return null;
  end if;
  delete from public.article_revisions where id in (
    select r.id from (
      select v.id, v.created_at, v.kind = 'saved' and v.data ->> 'status' = 'published' as is_published,
        lead(v.id) over (partition by v.kind, private.utc_day(v.created_at) order by v.id) is null as is_last_of_day
      from public.article_revisions v where v.article_id = new.article_id) r
    where r.created_at < now() - interval '24 hours' and not r.is_last_of_day and not r.is_published);
  return null;
end $$;
create trigger thin_revisions after insert on public.article_revisions
for each row execute function private.thin_revisions();

-- The ids of an article's tags, in order.
create function private.article_tag_ids(p_article uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(array(select t.tag_id from public.article_tags t where t.article_id = p_article order by t.tag_id))
$$;

-- Keeps each save as a revision, unless nothing of the text has changed.
create function private.record_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  not_stored text[] := array['id', 'created_at', 'updated_at', 'modified_at', 'version', 'hero', 'deleted_at'];
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
create trigger record_revision after insert or update on public.articles
for each row execute function private.record_revision();

-- save_article writes the tags after the article: the newest revision then gets them.
create function private.add_tags_to_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.article_revisions r set data = r.data || jsonb_build_object('tag_ids', private.article_tag_ids(r.article_id))
  where r.id in (select max(v.id) from public.article_revisions v
                 where v.kind = 'saved' and v.article_id in (select c.article_id from changed c) group by v.article_id);
  return null;
end $$;
create trigger add_tags_to_revision_on_insert after insert on public.article_tags
referencing new table as changed for each statement execute function private.add_tags_to_revision();
create trigger add_tags_to_revision_on_delete after delete on public.article_tags
referencing old table as changed for each statement execute function private.add_tags_to_revision();

-- Keeps a discarded working copy as a revision: the article with the changes of the copy's patch. The caller's own copy
-- that save_article publishes is in the history as the article itself.
create function private.record_discarded_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare latest public.article_revisions; patch jsonb := private.patch_of_copy(old); changes jsonb; discarded jsonb;
begin
  if current_setting('mantel.publishing_copy', true) = old.article_id::text
     and old.updated_by is not distinct from auth.uid()
     or not exists (select 1 from public.articles where id = old.article_id) then
    return null;
  end if;
  select * into latest from public.article_revisions
  where article_id = old.article_id and kind = 'saved' order by id desc limit 1;
  select jsonb_object_agg(c, patch -> c) into changes
  from (select s.column_name from private.saved_columns s where s.table_name = 'public.articles'
        union all select 'tag_ids') as saved_column (c)
  where patch ? c;
  discarded := latest.data || changes;
  -- Null for a copy without a patch.
  if discarded <> latest.data then
    insert into public.article_revisions (article_id, version, kind, data, created_by)
    values (old.article_id, latest.version, 'working-copy', discarded, old.updated_by);
  end if;
  return null;
end $$;
create trigger record_discarded_copy after delete on public.article_working_copies
for each row execute function private.record_discarded_copy();

/* The history of an article, newest first, 50 revisions at a time; p_before is the id of the last one already listed.
   The editor's auto-save leaves a revision every half minute: unless p_every, only the last one of a person in each
   quarter of an hour is listed. `changed` names the fields that differ from the revision listed before.
   Runs as the caller. */
create function public.list_article_revisions(p_article uuid, p_every boolean default false, p_before bigint default null)
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
grant execute on function public.list_article_revisions(uuid, boolean, bigint) to authenticated;
