alter table public.slug_redirects drop constraint slug_redirects_row_check;

alter table public.slug_redirects drop constraint slug_redirects_kind_check;

-- The addresses of sections are those of their rows.
delete from private.reserved_page_slugs where is_section;
alter table private.reserved_page_slugs drop column is_section;

CREATE OR REPLACE FUNCTION private.log_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The order of sections has one entry of its own (order_sections).
  unlogged text[] := array['id', 'version', 'created_at', 'updated_at', 'position', 'home_position'];
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) - unlogged else '{}' end;
  after jsonb := to_jsonb(new) - unlogged;
  note text;
begin
  if before = after then return null; end if;
  if tg_table_name = 'theme' then
    before := private.theme_colours(before);
    after := private.theme_colours(after);
  end if;
  -- Fonts have ids, which say nothing; the address of the hook is a secret, its host is not.
  select string_agg(case
      when tg_table_name = 'global_styles' then replace(replace(key, '_id', ''), '_', ' ')
      when key = 'deploy_hook_url' then 'new address'
      else replace(key, '_', ' ') || ': ' || case when before ? key then private.audit_value(before -> key) || ' → ' else '' end
        || private.audit_value(value) end, ', ' order by key)
  into note
  from jsonb_each(after) where value is distinct from before -> key;
  perform private.add_audit_entry('settings', tg_table_name, new.id::text, case tg_table_name
    when 'site_settings' then 'Settings' when 'deploy_settings' then 'Deploy hook' when 'theme' then 'Colours'
    when 'sections' then after ->> 'title' else 'Global styles' end, note);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.merge_tags(p_from uuid, p_into uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare from_slug text;
begin
  if not public.has_role('super_admin', 'editor', 'contributor') then
    raise exception 'You are not allowed to merge tags' using errcode = '42501';
  end if;
  if p_from = p_into then
    raise exception 'A tag cannot be merged into itself' using errcode = '23514';
  end if;
  -- Locked, in an order that all callers share: merging both ways at once would delete both.
  perform from public.tags where id in (p_from, p_into) order by id for update;
  if not exists (select 1 from public.tags where id = p_into) then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.article_tags (article_id, tag_id)
  select t.article_id, p_into from public.article_tags t where t.tag_id = p_from on conflict do nothing;
  insert into public.article_template_tags (template_id, tag_id)
  select t.template_id, p_into from public.article_template_tags t where t.tag_id = p_from on conflict do nothing;
  update public.article_working_copies set data = replace(data::text, p_from::text, p_into::text)::jsonb
  where data::text like '%' || p_from || '%';
  update public.slug_redirects set entity_id = p_into where kind = 'tag' and entity_id = p_from;
  update public.sections s set button_tags = case when t.name = any (s.button_tags)
    then array_remove(s.button_tags, f.name) else array_replace(s.button_tags, f.name, t.name) end
  from public.tags f, public.tags t where f.id = p_from and t.id = p_into and f.name = any (s.button_tags);
  update private.merged_tags set into_id = p_into where into_id = p_from;
  insert into private.merged_tags (from_id, into_id) values (p_from, p_into);
  delete from public.tags where id = p_from returning slug into from_slug;
  if from_slug is null then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.slug_redirects (kind, old_slug, entity_id) values ('tag', from_slug, p_into);
end $function$
;

create table public.sections (
  id uuid default gen_random_uuid() not null,
  slug text not null,
  title text not null,
  description text default ''::text not null,
  buttons text default 'categories'::text not null,
  button_tags text[] default '{}'::text[] not null,
  button_order text default 'added'::text not null,
  count_names text default 'category'::text not null,
  empty_links text default 'none'::text not null,
  "position" integer default 0 not null,
  in_navigation boolean default true not null,
  home_position integer,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null
);

alter table public.sections enable row level security;

revoke all on table public.sections from public, anon, authenticated, service_role;
grant select on table public.sections to anon;
grant select on table public.sections to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.sections to service_role;
grant insert (button_order), update (button_order) on public.sections to authenticated;
grant insert (button_tags), update (button_tags) on public.sections to authenticated;
grant insert (buttons), update (buttons) on public.sections to authenticated;
grant insert (count_names), update (count_names) on public.sections to authenticated;
grant insert (description), update (description) on public.sections to authenticated;
grant insert (empty_links), update (empty_links) on public.sections to authenticated;
grant insert (in_navigation), update (in_navigation) on public.sections to authenticated;
grant insert (slug), update (slug) on public.sections to authenticated;
grant insert (title), update (title) on public.sections to authenticated;

alter table public.sections add constraint sections_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(slug) <= 100)));

alter table public.sections add constraint sections_title_check CHECK (((char_length(title) <= 120) AND (TRIM(BOTH FROM title) <> ''::text)));

alter table public.sections add constraint sections_description_check CHECK ((char_length(description) <= 500));

alter table public.sections add constraint sections_buttons_check CHECK ((buttons = ANY (ARRAY['categories'::text, 'tags'::text])));

alter table public.sections add constraint sections_button_tags_check CHECK (((array_position(button_tags, NULL::text) IS NULL) AND (cardinality(button_tags) <= 24) AND (char_length(array_to_string(button_tags, ''::text)) <= 2000)));

alter table public.sections add constraint sections_button_order_check CHECK ((button_order = ANY (ARRAY['added'::text, 'alphabetical'::text])));

alter table public.sections add constraint sections_count_names_check CHECK ((count_names = ANY (ARRAY['section'::text, 'category'::text])));

alter table public.sections add constraint sections_empty_links_check CHECK ((empty_links = ANY (ARRAY['none'::text, 'browse'::text, 'browse and all'::text])));

alter table public.sections add constraint sections_pkey PRIMARY KEY (id);

alter table public.sections add constraint sections_slug_key UNIQUE (slug);

create policy "everyone reads sections" on public.sections
  for select
  to anon, authenticated
  using (true);

create policy "editors add sections" on public.sections
  for insert
  to authenticated
  with check (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role]) AS has_role));

create policy "editors change sections" on public.sections
  for update
  to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role]) AS has_role))
  with check (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role]) AS has_role));

CREATE TRIGGER limit_added_rows AFTER INSERT ON public.sections REFERENCING NEW TABLE AS added_now FOR EACH STATEMENT EXECUTE FUNCTION private.limit_added_rows('sections', '100');

CREATE OR REPLACE FUNCTION private.before_section_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare owner text;
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    if new is not distinct from old then return new; end if;
    new.updated_at := now();
    new.version := old.version + 1;
    if new.slug = old.slug then return new; end if;
  elsif new.position = 0 then
    select coalesce(max(s.position), 0) + 1 into new.position from public.sections s;
  end if;
  perform pg_advisory_xact_lock(hashtext('mantel.root_addresses'));
  if exists (select from private.reserved_page_slugs r where r.slug = new.slug)
     or private.is_site_address('/' || new.slug) then
    raise exception 'The address "/%" is used by the site itself', new.slug using errcode = '23514';
  end if;
  select p.title into owner from public.pages p where p.slug = new.slug and private.parent_path(p.parent_id) = '' limit 1;
  if found then
    raise exception 'The address "/%" is taken by the page “%”', new.slug, owner using errcode = '23514';
  end if;
  select coalesce(private.redirect_target(r), 'a page that is not public') into owner from public.slug_redirects r
  where r.old_path = '/' || new.slug and r.entity_id is distinct from new.id limit 1;
  if found then
    raise exception 'The address "/%" is taken by a redirect to %', new.slug, owner using errcode = '23514';
  end if;
  return new;
end $function$
;

revoke all on function private.before_section_write() from public, anon, authenticated, service_role;

CREATE TRIGGER before_section_write BEFORE INSERT OR UPDATE ON public.sections FOR EACH ROW EXECUTE FUNCTION private.before_section_write();

CREATE OR REPLACE FUNCTION private.follow_section()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    update public.categories set sections = array_remove(sections, old.slug) where old.slug = any (sections);
    return null;
  end if;
  if tg_op = 'UPDATE' and new.slug = old.slug or current_setting('mantel.restored_section', true) = new.id::text then
    return null;
  end if;
  delete from public.front_versions where page = '/' || new.slug;
  if tg_op = 'INSERT' then return null; end if;
  update public.categories set sections = array_replace(sections, old.slug, new.slug) where old.slug = any (sections);
  perform set_config('mantel.moved_section', new.id::text, true);
  update public.front_versions v set
    page = case when v.page = '/' || old.slug then '/' || new.slug else v.page end,
    blocks = (select jsonb_agg(case when block ->> 'section' = old.slug
        then block || jsonb_build_object('section', new.slug) else block end order by place)
      from jsonb_array_elements(v.blocks) with ordinality as b (block, place))
  where v.page = '/' || old.slug or jsonb_path_exists(v.blocks, '$[*] ? (@.section == $slug)', jsonb_build_object('slug', old.slug));
  perform set_config('mantel.moved_section', '', true);
  return null;
end $function$
;

revoke all on function private.follow_section() from public, anon, authenticated, service_role;

CREATE TRIGGER follow_section AFTER INSERT OR DELETE OR UPDATE OF slug ON public.sections FOR EACH ROW EXECUTE FUNCTION private.follow_section();

CREATE OR REPLACE FUNCTION private.follow_tag()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.sections set button_tags = case when tg_op = 'UPDATE'
    then array_replace(button_tags, old.name, new.name) else array_remove(button_tags, old.name) end
  where old.name = any (button_tags);
  return null;
end $function$
;

revoke all on function private.follow_tag() from public, anon, authenticated, service_role;

CREATE TRIGGER follow_tag AFTER DELETE OR UPDATE OF name ON public.tags FOR EACH ROW EXECUTE FUNCTION private.follow_tag();

CREATE TRIGGER public_row_changed AFTER INSERT OR DELETE OR UPDATE ON public.sections FOR EACH ROW EXECUTE FUNCTION private.public_row_changed();

CREATE TRIGGER log_settings AFTER INSERT OR UPDATE ON public.sections FOR EACH ROW EXECUTE FUNCTION private.log_settings();

CREATE TRIGGER log_delete AFTER DELETE ON public.sections FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.log_delete();

CREATE OR REPLACE FUNCTION public.save_section(p_id uuid, p_version integer, p_section jsonb)
 RETURNS public.sections
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.save_row(null::public.sections, 'section', p_id, p_version, p_section)
$function$
;

revoke all on function public.save_section(uuid,integer,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_section(uuid,integer,jsonb) to authenticated;
grant execute on function public.save_section(uuid,integer,jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.require_section_editor()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'You are not allowed to change sections' using errcode = '42501';
  end if;
end $function$
;

revoke all on function private.require_section_editor() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.order_sections(p_ids uuid[], p_home boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_section_editor();
  perform pg_advisory_xact_lock(hashtext('mantel.root_addresses'));
  if exists (select from unnest(p_ids) id where not exists (select from public.sections s where s.id = id))
     or not p_home and (select count(*) from public.sections) <> cardinality(p_ids) then
    raise exception 'The sections were changed by someone else in the meantime' using errcode = 'PT409';
  end if;
  if p_home then
    update public.sections set home_position = array_position(p_ids, id) where home_position is distinct from array_position(p_ids, id);
  else
    update public.sections set position = array_position(p_ids, id) where position <> array_position(p_ids, id);
  end if;
  perform private.add_audit_entry('settings', 'sections', null,
    case when p_home then 'Order of the sections on the home page' else 'Order of the sections' end,
    (select string_agg(s.title, ', ' order by array_position(p_ids, s.id)) from public.sections s where s.id = any (p_ids)));
end $function$
;

revoke all on function public.order_sections(uuid[],boolean) from public, anon, authenticated, service_role;
grant execute on function public.order_sections(uuid[],boolean) to authenticated;
grant execute on function public.order_sections(uuid[],boolean) to service_role;

CREATE OR REPLACE FUNCTION public.remove_section(p_id uuid, p_version integer, p_into uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare removed public.sections; target public.sections; former text[];
begin
  perform private.require_section_editor();
  perform pg_advisory_xact_lock(hashtext('mantel.root_addresses'));
  select * into removed from public.sections where id = p_id;
  if not found then raise exception 'Section not found' using errcode = 'PT404'; end if;
  if removed.version <> p_version then
    raise exception 'This section was saved by someone else in the meantime' using errcode = 'PT409';
  end if;
  if p_into = p_id then
    raise exception 'A section cannot take its own place' using errcode = '23514';
  end if;
  if p_into is not null then
    select * into target from public.sections where id = p_into;
    if not found then raise exception 'Section not found' using errcode = 'PT404'; end if;
    update public.categories set sections = array_append(array_remove(sections, removed.slug), target.slug)
    where removed.slug = any (sections) and not target.slug = any (sections);
  end if;
  former := array(select r.old_slug from public.slug_redirects r where r.kind = 'section' and r.entity_id = p_id);
  delete from public.sections where id = p_id;
  if p_into is null then
    insert into public.slug_redirects (kind, old_slug, target)
    select 'custom', f, '/browse' from unnest(former || removed.slug) f;
  else
    insert into public.slug_redirects (kind, old_slug, entity_id)
    select 'section', f, p_into from unnest(former || removed.slug) f;
  end if;
end $function$
;

revoke all on function public.remove_section(uuid,integer,uuid) from public, anon, authenticated, service_role;
grant execute on function public.remove_section(uuid,integer,uuid) to authenticated;
grant execute on function public.remove_section(uuid,integer,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.restore_section(p_section jsonb, p_categories uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare restored public.sections := jsonb_populate_record(null::public.sections,
  p_section || jsonb_build_object('created_at', now(), 'updated_at', now()));
begin
  perform private.require_section_editor();
  delete from public.slug_redirects r where r.old_path = '/' || restored.slug
    and (r.kind = 'section' or r.kind = 'custom' and r.target = '/browse');
  perform set_config('mantel.restored_section', restored.id::text, true);
  insert into public.sections select restored.*;
  perform set_config('mantel.restored_section', '', true);
  update public.categories set sections = array_append(sections, restored.slug)
  where id = any (p_categories) and not restored.slug = any (sections);
end $function$
;

revoke all on function public.restore_section(jsonb,uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.restore_section(jsonb,uuid[]) to authenticated;
grant execute on function public.restore_section(jsonb,uuid[]) to service_role;

CREATE OR REPLACE FUNCTION private.front_title(p_page text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_page when '/' then 'Home'
    else coalesce((select s.title from public.sections s where '/' || s.slug = p_page), p_page) end
$function$
;

revoke all on function private.front_title(text) from public, anon, authenticated, service_role;
grant execute on function private.front_title(text) to authenticated;

CREATE OR REPLACE FUNCTION private.before_page_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The lock of private.before_section_write.
  if new.parent_id is null and (tg_op = 'INSERT' or (new.slug, new.parent_id) is distinct from (old.slug, old.parent_id)) then
    perform pg_advisory_xact_lock(hashtext('mantel.root_addresses'));
  end if;
  -- `index` below any page: hosts serve the file index.html for the folder.
  if new.slug = 'index' or new.parent_id is null and (
    exists (select 1 from private.reserved_page_slugs r where r.slug = new.slug)
    or exists (select 1 from public.sections s where s.slug = new.slug)) then
    raise exception 'The slug "%" is used by the site itself', new.slug using errcode = '23514';
  end if;
  -- The lock serialises moves: two at once could make a circle that neither of them sees.
  if new.parent_id is not null then perform pg_advisory_xact_lock(hashtext('mantel.page_parents')); end if;
  if new.parent_id is not null and exists (
    with recursive up (id, parent_id) as (
      select p.id, p.parent_id from public.pages p where p.id = new.parent_id
      union
      select p.id, p.parent_id from public.pages p join up on p.id = up.parent_id
    ) select 1 from up where id = new.id
  ) then
    raise exception 'A page cannot be its own parent' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := now();
    new.version := old.version + 1;
    new.modified_at := case
      when new.status = 'published' and old.status <> 'published'
        or (new.title, new.content, new.excerpt, new.meta_title, new.meta_description)
          is distinct from (old.title, old.content, old.excerpt, old.meta_title, old.meta_description)
      then now() else old.modified_at end;
  else
    new.modified_at := new.updated_at;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.before_front_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_out boolean := tg_op = 'UPDATE' and old.live_from <= now();
  is_moved boolean := coalesce(current_setting('mantel.moved_section', true), '') <> '';
begin
  if tg_op = 'UPDATE' then
    if not is_moved then new.page := old.page; end if;
    new.created_at := old.created_at;
    -- Becomes null when the creator's account is deleted, and is otherwise never changed.
    if new.created_by is not null then new.created_by := old.created_by; end if;
    if (new.blocks, new.live_from, new.note) is not distinct from (old.blocks, old.live_from, old.note) then return new; end if;
    -- Where a file is replaced or a section moves, every version names the new one.
    if is_out and not is_moved and not private.is_service() and coalesce(current_setting('mantel.replaced_media', true), '') = '' then
      raise exception 'This version of the front is live by now. Save your changes as a new one.' using errcode = '23514';
    end if;
    new.updated_at := now();
    new.version := old.version + 1;
  else
    new.version := 1;
    if not private.is_service() then new.created_by := auth.uid(); end if;
  end if;
  if not is_out and not private.is_service() then
    new.live_from := greatest(coalesce(new.live_from, now()), now());
  end if;
  if exists (select from public.front_versions v
             where v.page = new.page and v.live_from = new.live_from and v.id <> new.id) then
    raise exception 'Another version of this front goes live at that time' using errcode = '23514';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.front_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare changes_at timestamptz; next_version uuid;
begin
  if tg_op = 'DELETE' then
    if old.live_from > now() then return null; end if;
    perform private.enqueue('front_versions', old.id::text);
    select v.id into next_version from public.front_versions v
    where v.page = old.page and v.live_from <= now() order by v.live_from desc limit 1;
    if next_version is not null then perform private.enqueue('front_versions', next_version::text); end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and (new.page, new.blocks, new.live_from) is not distinct from (old.page, old.blocks, old.live_from) then
    return null;
  end if;
  perform private.enqueue('front_versions', new.id::text, new.live_from);
  for changes_at in
    select distinct moment::timestamptz
    from jsonb_path_query(new.blocks, '$[*].items[*]') item, lateral (values (item ->> 'from'), (item ->> 'until')) as t (moment)
    where moment::timestamptz > greatest(new.live_from, now())
  loop
    perform private.enqueue('front_versions', new.id::text, changes_at);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.log_front()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and (new.blocks, new.live_from) is not distinct from (old.blocks, old.live_from) then return null; end if;
  perform private.add_audit_entry('publish', tg_table_name, new.id::text,
    private.front_title(new.page),
    concat_ws('. ',
      case when new.live_from > now() then 'Scheduled for ' || to_char(new.live_from at time zone private.time_zone(),
        'YYYY-MM-DD HH24:MI ') || private.time_zone() end,
      case when new.blocks is null then 'The standard page' end, nullif(new.note, '')));
  return null;
end $function$
;

alter table public.slug_redirects alter column old_path set expression as (
  case kind when 'page' then '/' || old_slug when 'section' then '/' || old_slug when 'custom' then '/' || old_slug
    when 'category' then '/rss/' || old_slug || '.xml' else '/' || kind || '/' || old_slug end);

alter table public.slug_redirects add constraint slug_redirects_kind_check CHECK ((kind = ANY (ARRAY['article'::text, 'page'::text, 'section'::text, 'tag'::text, 'category'::text, 'author'::text, 'custom'::text])));

alter table public.slug_redirects add constraint slug_redirects_row_check CHECK ((((kind = 'article'::text) = (article_id IS NOT NULL)) AND ((kind = 'page'::text) = (page_id IS NOT NULL)) AND ((kind = ANY (ARRAY['section'::text, 'tag'::text, 'category'::text, 'author'::text])) = (entity_id IS NOT NULL))));

CREATE TRIGGER update_slug_redirects AFTER INSERT OR DELETE OR UPDATE OF slug ON public.sections FOR EACH ROW EXECUTE FUNCTION private.update_slug_redirects('section');

CREATE OR REPLACE FUNCTION private.is_address_in_use(path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from public.articles a where a.slug = substring(lower(path) from '^/article/(.+)')
      and a.status = 'published' and a.deleted_at is null)
    or exists (select 1 from public.pages p where p.slug = substring(lower(path) from '[^/]+$')
      and p.status = 'published' and '/' || private.parent_path(p.parent_id) || p.slug = lower(path))
    or exists (select 1 from public.sections s where '/' || s.slug = lower(path))
    or private.is_tag_category_or_author_address(path)
$function$
;

CREATE OR REPLACE FUNCTION private.redirect_target(r public.slug_redirects)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case r.kind
    when 'article' then (select '/article/' || a.slug from public.articles a
      where a.id = r.article_id and a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
    when 'page' then (select '/' || private.parent_path(p.parent_id) || p.slug from public.pages p
      where p.id = r.page_id and p.status = 'published')
    when 'section' then (select '/' || s.slug from public.sections s where s.id = r.entity_id)
    when 'tag' then (select '/tag/' || t.slug from public.tags t where t.id = r.entity_id)
    when 'category' then (select '/rss/' || c.slug || '.xml' from public.categories c where c.id = r.entity_id)
    when 'author' then (select '/author/' || a.slug from public.author_profiles a where a.id = r.entity_id)
    else r.target
  end
$function$
;

CREATE OR REPLACE FUNCTION public.register_magazine(p_magazine jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.team t where t.name not in (
    select r.name from jsonb_to_recordset(p_magazine -> 'team') as r (name text));
  insert into private.team
  select r.name, r.addresses from jsonb_to_recordset(p_magazine -> 'team') as r (name text, addresses text[])
  on conflict (name) do update set addresses = excluded.addresses;

  delete from private.site_files f where not p_magazine -> 'files' ? f.path;
  insert into private.site_files select lower(f) from jsonb_array_elements_text(p_magazine -> 'files') f
  on conflict do nothing;
  delete from public.slug_redirects r using private.site_files f
  where r.kind = 'custom' and lower(split_part(r.old_path, '?', 1)) = f.path;

  if p_magazine ? 'addresses' then
    delete from private.own_addresses o where not p_magazine -> 'addresses' ? o.address;
    insert into private.own_addresses select a from jsonb_array_elements_text(p_magazine -> 'addresses') a
    on conflict do nothing;
  end if;

  insert into private.consent_wordings
  select r.version, r.form, r.wording
  from jsonb_to_recordset(p_magazine -> 'consent') as r (version text, form text, wording text)
  on conflict do nothing;
end $function$
;

CREATE OR REPLACE FUNCTION public.media_usage(p_media uuid)
 RETURNS TABLE(kind text, id text, title text, status text, places text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with file as (
    select m.storage_path as path from public.media m where m.id = p_media
    union all select m.storage_path from public.published_files() m where m.id = p_media),
  used as (
    select 'article' as kind, a.id::text, a.title, case when a.deleted_at is null then a.status else 'trash' end as status,
      array_remove(array[
        case when private.names_file(to_jsonb(a.featured_image), f.path) then 'featured image' end,
        case when private.names_file(to_jsonb(a.gallery), f.path) then 'gallery' end,
        case when private.names_file(a.content, f.path) then 'text' end,
        case when w.article_id is not null then 'unpublished changes' end
      ], null) as places
    from file f cross join public.articles a
    left join public.article_working_copies w on w.article_id = a.id
      and a.id in (select private.rows_naming_file(f.path, 'article_working_copies')::uuid)
    where a.id in (select private.rows_naming_file(f.path, 'articles')::uuid
                   union select private.rows_naming_file(f.path, 'article_working_copies')::uuid)
    union all
    select 'page', p.id::text, p.title, p.status, array['text']
    from file f cross join public.pages p
    where p.id in (select private.rows_naming_file(f.path, 'pages')::uuid)
    union all
    select 'template', t.id::text, t.name, null, array['text']
    from file f cross join public.article_templates t
    where t.id in (select private.rows_naming_file(f.path, 'article_templates')::uuid)
    union all
    select 'author', a.id::text, a.name, null, array['portrait']
    from file f cross join public.author_profiles a
    where a.id in (select private.rows_naming_file(f.path, 'author_profiles')::uuid)
    union all
    select 'front', v.id::text, private.front_title(v.page), null, array['stories']
    from file f cross join public.front_versions v
    where v.id in (select private.rows_naming_file(f.path, 'front_versions')::uuid)
      and (v.live_from > now() or v.id in (select l.id from public.get_live_fronts() l))
    union all
    select 'category', c.id::text, c.name, null, array['description']
    from file f cross join public.categories c
    where c.id in (select private.rows_naming_file(f.path, 'categories')::uuid)
    union all
    select 'redirect', r.id::text, r.old_path, null, array['target']
    from file f cross join public.slug_redirects r
    where r.id in (select private.rows_naming_file(f.path, 'slug_redirects')::bigint)
    union all
    select 'site', s.id::text, s.site_name, null, array['settings']
    from file f cross join public.site_settings s
    where s.id in (select private.rows_naming_file(f.path, 'site_settings')::uuid)
  )
  select u.kind, u.id, u.title, u.status, u.places from used u where u.places <> '{}' order by u.kind, u.title, u.id
$function$
;

CREATE OR REPLACE FUNCTION public.preview_story(p_article uuid, p_patch jsonb, p_tags uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET lock_timeout TO '500ms'
AS $function$
declare
  story public.articles; comes_out timestamptz; moment timestamptz; last_event bigint; events jsonb; all_rows jsonb;
  shown jsonb; dates jsonb; other record; place integer := 0;
begin
  select * into story from public.articles a where a.id = p_article;
  select coalesce(max(o.id), 0) into last_event from public.publish_outbox o;
  -- A block with an exception handler is a savepoint: what it wrote, announced and set is gone when it raises.
  begin
    perform set_config('mantel.moment', now()::text, true);
    perform private.confirm_people(case when p_patch ? 'credits' then p_patch -> 'credits' else story.credits end);
    story := public.save_article(p_article, story.version, p_patch || '{"status": "published"}', p_tags,
      (select c.version from public.article_working_copies c where c.article_id = p_article and story.status = 'published'));
    comes_out := story.published_at;
    moment := case when comes_out > now() then comes_out else greatest(now(), private.usable_from(story.id)) end;
    perform set_config('mantel.moment', moment::text, true);
    -- A visitor sees what is out: in their order, those that come out before, and this one.
    dates := jsonb_build_object(story.id, comes_out);
    for other in
      select a.id, a.published_at from public.articles a
      where a.id <> story.id and a.status = 'published' and a.deleted_at is null
        and a.published_at > now() and a.published_at <= moment
      order by a.published_at limit 50
    loop
      place := place + 1;
      update public.articles set published_at = now() - interval '1 minute' + place * interval '1 second' where id = other.id;
      dates := dates || jsonb_build_object(other.id, other.published_at);
    end loop;
    if comes_out > now() then update public.articles set published_at = now() where id = story.id; end if;
    select coalesce(jsonb_agg(distinct jsonb_build_object('entity', o.entity, 'entity_id', o.entity_id)), '[]') into events
    from public.publish_outbox o where o.id > last_event and o.created_at = now() and o.due_at <= now();
    events := private.with_rows_of_files(events || private.events_until(moment));
    all_rows := private.public_rows(events);
    if all_rows ? 'articles' then
      all_rows := jsonb_set(all_rows, '{articles}', (
        select coalesce(jsonb_agg(case when dates ? (r ->> 'id') then r || jsonb_build_object('published_at', dates -> (r ->> 'id'))
          else r end), '[]')
        from jsonb_array_elements(all_rows -> 'articles') r));
    end if;
    shown := jsonb_build_object('id', story.id, 'slug', story.slug, 'title', story.title, 'rows', all_rows, 'events', events,
      'moment', moment,
      'refused', (select f.files from private.refused_files('articles', story.id::text, greatest(comes_out, now()), null) f),
      'section', (select jsonb_build_object('slug', s.slug, 'title', s.title)
        from public.categories c join public.sections s on s.slug = any (c.sections)
        where c.id = story.category_id order by s.position, s.slug limit 1));
    raise exception 'taken back' using errcode = 'MT000';
  exception when sqlstate 'MT000' then
    return shown;
  end;
end $function$
;

insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.sections', 'button_order', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.sections', 'button_tags', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.sections', 'buttons', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.sections', 'count_names', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.sections', 'description', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.sections', 'empty_links', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.sections', 'in_navigation', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.sections', 'slug', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.sections', 'title', false);

-- The sections of a magazine that is in use: until now they were written in its code. A new database gets its own. The
-- fronts that they have stay.
alter table public.sections disable trigger follow_section;
insert into public.sections (slug, title, description, buttons, button_tags, button_order, count_names, empty_links, position,
  home_position)
select * from (values
  ('design-journal', 'Design Journal',
    'Notebook entries on how homes are thought about, here and elsewhere, before anyone picks up a brush.', 'tags',
    array['Indoor/Outdoor Living', 'Wellness Spaces', 'Furniture & Objects', 'Cultural Design'], 'added', 'section', 'none', 1, 3),
  ('living-spaces', 'Living Spaces',
    'Rooms as the people in them use them: what was moved, what was kept, and what the light made of it.', 'categories',
    array[]::text[], 'added', 'category', 'none', 2, 1),
  ('wellness-lifestyle', 'Wellness & Lifestyle',
    'Sleep, supper, seedlings and the day the van came: the part of a home that no floor plan shows.', 'categories',
    array[]::text[], 'added', 'category', 'none', 3, 2),
  ('entertainment-hosting', 'Entertainment & Hosting',
    'For the evenings when the doorbell rings: long tables, short notice, and somewhere to put the coats.', 'categories',
    array[]::text[], 'added', 'section', 'browse', 4, 4),
  ('guides-tips', 'Guides & Tips',
    'Things we learned by getting them wrong first, written down so that you can get other things wrong.', 'categories',
    array[]::text[], 'alphabetical', 'category', 'browse and all', 5, null)
) as former where exists (select from public.profiles);
alter table public.sections enable trigger follow_section;
