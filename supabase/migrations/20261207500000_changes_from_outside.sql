-- A change of an article from outside the editor stays beside its unpublished changes, in previews and in the history, too;
-- and a comment on a picture stays on it when its file is replaced.

create or replace function private.merged_list(p_base jsonb, p_theirs jsonb, p_mine jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(item order by part, place), '[]') from (
    select 1 as part, place, item from jsonb_array_elements(p_mine) with ordinality as mine (item, place)
    where not p_base @> jsonb_build_array(item) or p_theirs @> jsonb_build_array(item)
    union all
    select 2, place, item from jsonb_array_elements(p_theirs) with ordinality as theirs (item, place)
    where not p_base @> jsonb_build_array(item) and not p_mine @> jsonb_build_array(item)) as merged
$$;

create or replace function private.patch_of_copy(p_copy public.article_working_copies) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  patch jsonb := coalesce(p_copy.data -> 'patch', '{}');
  stored jsonb; list text; base jsonb; theirs jsonb; mine jsonb;
begin
  select jsonb_build_object('tag_ids', private.article_tag_ids(a.id), 'credits', a.credits, 'gallery', a.gallery) into stored
  from public.articles a where a.id = p_copy.article_id;
  for list, theirs in select * from jsonb_each(stored) loop
    -- A story without credits has null.
    theirs := coalesce(nullif(theirs, 'null'), '[]');
    mine := coalesce(nullif(patch -> list, 'null'), '[]');
    base := p_copy.data #> array['base', list];
    if patch ? list and jsonb_typeof(base) = 'array' and base <> theirs then
      mine := private.merged_list(base, theirs, mine);
      patch := patch || jsonb_build_object(list, case when list <> 'credits' or mine <> '[]' then mine end);
    end if;
  end loop;
  return patch;
end $$;
grant execute on function private.patch_of_copy(public.article_working_copies) to service_role;

create or replace function public.open_preview(p_token text, p_counts boolean default true) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare link public.preview_links; story public.articles; copy public.article_working_copies; patch jsonb; shows text;
begin
  select l.* into link from public.preview_links l join public.articles a on a.id = l.article_id
  where l.token_hash = sha256(convert_to(p_token, 'UTF8')) and l.revoked_at is null and l.until > now() and a.deleted_at is null;
  if link.id is null then return null; end if;
  if p_counts then
    update public.preview_links set openings = openings + 1, opened_at = now() where id = link.id;
  end if;
  select * into story from public.articles where id = link.article_id;
  if story.status = 'published' and exists (select 1 from public.profiles p
      where p.id = link.created_by and p.role in ('super_admin', 'editor')) then
    select * into copy from public.article_working_copies where article_id = story.id;
  end if;
  shows := case when story.status <> 'published' then 'draft' when story.published_at > now() then 'scheduled'
    when copy.article_id is not null then 'changes' else 'published' end;
  patch := private.patch_of_copy(copy);
  return jsonb_build_object('until', link.until, 'shows', shows,
    'time_zone', (select s.time_zone from public.site_settings s),
    'date_language', (select s.date_language from public.site_settings s),
    'story', case when shows = 'published' then jsonb_build_object('slug', story.slug)
      else public.preview_story(story.id, patch, case when jsonb_typeof(patch -> 'tag_ids') = 'array'
        then array(select t::uuid from jsonb_array_elements_text(patch -> 'tag_ids') t) end) end);
end $$;

create or replace function private.record_discarded_copy() returns trigger
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

create or replace function public.replace_media(p_media uuid, p_file jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  was public.media; file public.media := jsonb_populate_record(null::public.media, p_file);
  named record; key text; before jsonb; after jsonb; columns text; new_values text;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors replace files' using errcode = '42501';
  end if;
  select * into was from public.media where id = p_media for update;
  if not found then raise exception 'This file is gone already' using errcode = 'PT404'; end if;
  if split_part(was.mime_type, '/', 1) <> split_part(file.mime_type, '/', 1) then
    raise exception 'A file is replaced by one of its kind: a picture by a picture' using errcode = '23514';
  end if;
  if split_part(file.storage_path, '/', 1) <> auth.uid()::text or not exists (
    select 1 from storage.objects o where o.bucket_id = 'media' and o.name = file.storage_path) then
    raise exception 'The new file has to be uploaded first' using errcode = '23514';
  end if;

  perform set_config('mantel.replaced_media', p_media::text, true);
  update public.media set storage_path = file.storage_path, thumbnail_path = file.thumbnail_path,
    filename = file.filename, original_filename = file.original_filename, mime_type = file.mime_type,
    size_bytes = file.size_bytes, width = file.width, height = file.height
  where id = p_media;
  delete from public.media_focus_proposals where media_id = p_media;

  for named in
    select r.table_name, r.row_id from private.media_references r
    where r.stem = private.file_stem(was.storage_path) and private.is_address_of(r.address, was.storage_path)
    group by 1, 2
    -- An article before its working copy, which is of its version.
    order by r.table_name <> 'articles', 1, 2
  loop
    key := case named.table_name when 'article_working_copies' then 'article_id' else 'id' end;
    execute format('select to_jsonb(t) from public.%I t where t.%I::text = $1 for update', named.table_name, key)
    into before using named.row_id;
    after := private.with_other_path(before, was.storage_path, file.storage_path);
    after := private.with_other_path(after, regexp_replace(was.storage_path, '\.[^./]*$', '') || '-thumb.webp',
      coalesce(file.thumbnail_path, file.storage_path));
    if private.names_file(after, was.storage_path) then
      raise exception '“%” names this file in a way that cannot be replaced. Choose the picture anew there first.',
        coalesce(private.audit_subject(named.table_name, before), 'A text') using errcode = '23514';
    end if;
    select string_agg(format('%I', a.key), ', '), string_agg(format('r.%I', a.key), ', ') into columns, new_values
    from jsonb_each(after) a where a.value is distinct from before -> a.key;
    execute format('update public.%1$I t set (%2$s) = row(%3$s) from jsonb_populate_record(null::public.%1$I, $1) r
      where t.%4$I::text = $2', named.table_name, columns, new_values, key) using after, named.row_id;
    if named.table_name = 'articles' then
      update public.article_working_copies w set base_version = w.base_version + 1
      where w.article_id = named.row_id::uuid and w.base_version = (before ->> 'version')::integer;
      update public.article_revisions v set data = private.with_other_path(v.data, was.storage_path, file.storage_path)
      where v.article_id = named.row_id::uuid and strpos(v.data::text, was.storage_path) > 0;
    end if;
  end loop;
  -- No reference: what is said of a file keeps nobody from deleting it.
  update public.comment_threads t
  set subject = private.with_other_path(to_jsonb(t.subject), was.storage_path, file.storage_path) #>> '{}'
  where t.kind = 'picture' and private.names_file(to_jsonb(t.subject), was.storage_path);
  perform set_config('mantel.replaced_media', '', true);
  return array_remove(array[was.storage_path, was.thumbnail_path], null);
end $$;

create or replace function private.acted_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array['status', 'published_at', 'publish_at', 'hero', 'category_id', 'author_id', 'credits', 'deleted_at']
$$;

create or replace function private.state_of_article(p_id uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('name', a.title,
    'has_copy', exists (select from public.article_working_copies c where c.article_id = a.id),
    'tag_ids', array(select t.tag_id from public.article_tags t where t.article_id = a.id order by t.tag_id),
    'plan', (select jsonb_build_object('id', p.id, 'planned_on', p.planned_on) from public.plans p where p.article_id = a.id))
    || (select jsonb_object_agg(c, to_jsonb(a) -> c) from unnest(private.acted_columns()) c)
  from public.articles a where a.id = p_id
$$;

create or replace function private.change_article(p_id uuid, p_act text, p_with jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  article record;
  columns jsonb := '{}';
  tags uuid[];
begin
  select a.status, a.published_at, a.author_id, a.credits, a.deleted_at into article
  from public.articles a where a.id = p_id;
  if p_act in ('restore', 'delete for good') and article.deleted_at is null then
    raise exception 'It is not in the trash' using errcode = '23514';
  elsif p_act not in ('restore', 'delete for good', 'set back') and article.deleted_at is not null then
    raise exception 'It is in the trash' using errcode = '23514';
  end if;

  case p_act
    when 'publish' then
      if article.status = 'published' and exists (select from public.article_working_copies where article_id = p_id) then
        raise exception 'It is published, and its unpublished changes are published in the editor' using errcode = '23514';
      end if;
      columns := '{"status": "published"}';
    when 'unpublish' then
      if article.status = 'published' then columns := '{"status": "draft"}'; end if;
    when 'withdraw' then
      if article.status = 'review' then columns := '{"status": "draft"}'; end if;
    when 'send back' then
      if article.status = 'review' then perform public.send_back(p_id, p_with ->> 'note'); end if;
    when 'unarchive' then
      if article.status = 'archived' then columns := '{"status": "draft"}'; end if;
    when 'archive' then
      columns := '{"status": "archived"}';
    when 'trash' then
      columns := jsonb_build_object('deleted_at', now());
    when 'restore' then
      columns := '{"deleted_at": null}';
    when 'delete for good' then
      delete from public.articles where id = p_id;
      if not found then
        raise exception 'You are not allowed to delete this article' using errcode = '42501';
      end if;
    when 'category' then
      if not exists (select from public.categories c where c.id = (p_with ->> 'category_id')::uuid)
         and p_with ->> 'category_id' is not null then
        raise exception 'This category is gone' using errcode = 'PT404';
      end if;
      columns := jsonb_build_object('category_id', p_with -> 'category_id');
    when 'author' then
      if not exists (select from public.profiles p where p.id = (p_with ->> 'author_id')::uuid) then
        raise exception 'This account is gone' using errcode = 'PT404';
      end if;
      columns := jsonb_build_object('author_id', p_with -> 'author_id');
    when 'credit' then
      columns := jsonb_build_object('credits',
        private.with_credit(article.credits, article.author_id, (p_with ->> 'person_id')::uuid, (p_with ->> 'role_id')::uuid));
    when 'tags' then
      tags := array(
        select t.tag_id from public.article_tags t
        where t.article_id = p_id and not coalesce(p_with -> 'remove' ? t.tag_id::text, false)
        union select added::uuid from jsonb_array_elements_text(p_with -> 'add') added order by 1);
    when 'plan' then
      perform private.plan_story(p_id, (p_with ->> 'planned_on')::date);
    when 'set back' then
      -- Another hero that is out keeps its place.
      select jsonb_object_agg(key, case when key = 'hero' and exists (
          select from public.articles other where other.hero and other.id <> p_id and other.published_at <= now())
        then 'false' else value end)
      into columns from jsonb_each(p_with) where key = any (private.acted_columns());
      tags := array(select tag::uuid from jsonb_array_elements_text(p_with -> 'tag_ids') tag order by 1);
      if p_with -> 'plan' = 'null' then
        -- A plan that was made by the act, and by nobody changed since.
        delete from public.plans where article_id = p_id and version = 1;
      end if;
      perform private.plan_story(p_id, (p_with #>> '{plan,planned_on}')::date);
    else
      raise exception 'There is no such act' using errcode = '22023';
  end case;

  if columns ->> 'status' <> 'published' and article.status = 'published' then
    -- The history keeps its unpublished changes. The date that is still to come stays chosen.
    delete from public.article_working_copies where article_id = p_id;
    columns := jsonb_build_object('publish_at', article.published_at) || columns;
  end if;
  if tags = array(select t.tag_id from public.article_tags t where t.article_id = p_id order by 1) then tags := null; end if;
  if tags is not null then
    columns := jsonb_build_object('updated_at', now()) || columns;
    perform set_config('mantel.tags_change', p_id::text, true);
  end if;
  perform private.update_row('articles', p_id, columns);
  perform set_config('mantel.tags_change', '', true);
  if tags is not null then
    delete from public.article_tags where article_id = p_id and tag_id <> all (tags);
    insert into public.article_tags (article_id, tag_id) select p_id, t from unnest(tags) t on conflict do nothing;
  end if;
end $$;

grant execute on function private.acted_columns() to authenticated;
