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
  perform private.move_menu_links(p_from, p_into);
  update private.merged_tags set into_id = p_into where into_id = p_from;
  insert into private.merged_tags (from_id, into_id) values (p_from, p_into);
  delete from public.tags where id = p_from returning slug into from_slug;
  if from_slug is null then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.slug_redirects (kind, old_slug, entity_id) values ('tag', from_slug, p_into);
end $function$
;

CREATE OR REPLACE FUNCTION public.search_text(public.sections)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.fold_text(concat_ws(' ', $1.title, $1.slug)) $function$
;

revoke all on function public.search_text(public.sections) from public, anon, authenticated, service_role;
grant execute on function public.search_text(public.sections) to authenticated;
grant execute on function public.search_text(public.sections) to service_role;

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
  if p_into is not null then perform private.move_menu_links(p_id, p_into); end if;
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

create table public.menus (
  id text not null,
  items jsonb not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null
);

alter table public.menus enable row level security;

revoke all on table public.menus from public, anon, authenticated, service_role;
grant select on table public.menus to anon;
grant select on table public.menus to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.menus to service_role;

alter table public.menus add constraint menus_id_check CHECK ((id = ANY (ARRAY['header'::text, 'footer'::text, 'searches'::text])));

alter table public.menus add constraint menus_pkey PRIMARY KEY (id);

create policy "everyone reads menus" on public.menus
  for select
  to anon, authenticated
  using (true);

CREATE OR REPLACE FUNCTION private.check_menu_link(p_link jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare target jsonb := p_link -> 'to';
begin
  if jsonb_typeof(p_link) <> 'object' or jsonb_typeof(p_link -> 'id') is distinct from 'string'
     or coalesce(jsonb_typeof(p_link -> 'label'), '') not in ('string', 'null')
     or jsonb_typeof(target) is distinct from 'object' then
    raise exception 'A menu must be a list of items' using errcode = '23514';
  end if;
  if char_length(p_link ->> 'label') > 80 then
    raise exception 'A label must be at most 80 characters' using errcode = '23514';
  end if;
  if not coalesce(case
      when target ->> 'kind' in ('section', 'category', 'tag', 'page', 'author', 'story')
        then target ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      when target ->> 'kind' = 'site' then char_length(target ->> 'page') <= 40
      when target ->> 'kind' = 'address' then char_length(target ->> 'url') <= 1000
        and target ->> 'url' ~ '^(/|https://|mailto:)[^[:space:]"<>\\]*$'
    end, false) then
    raise exception 'A link needs what it leads to: a page of the site, or an address such as /about or https://…'
      using errcode = '23514';
  end if;
  if target ->> 'kind' = 'address' and coalesce(trim(p_link ->> 'label'), '') = '' then
    raise exception 'A link to an address needs a label' using errcode = '23514';
  end if;
end $function$
;

revoke all on function private.check_menu_link(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.check_menu_link(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION private.before_menu_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare item jsonb;
begin
  if jsonb_typeof(new.items) <> 'array' then
    raise exception 'A menu must be a list of items' using errcode = '23514';
  end if;
  if jsonb_array_length(new.items) > 12 then
    raise exception 'A menu has at most 12 items' using errcode = '23514';
  end if;
  for item in select value from jsonb_array_elements(new.items) loop
    case new.id
      when 'header' then perform private.check_menu_link(item);
      when 'searches' then
        if jsonb_typeof(item) <> 'string' or char_length(item #>> '{}') not between 1 and 80 then
          raise exception 'A search is a text of 1 to 80 characters' using errcode = '23514';
        end if;
      else
        if jsonb_typeof(item -> 'id') is distinct from 'string' or jsonb_typeof(item -> 'links') is distinct from 'array'
           or coalesce(char_length(trim(item ->> 'title')), 0) not between 1 and 80 then
          raise exception 'A group of links needs a title of 1 to 80 characters' using errcode = '23514';
        end if;
        if jsonb_array_length(item -> 'links') > 12 then
          raise exception 'A group has at most 12 links' using errcode = '23514';
        end if;
        perform private.check_menu_link(link) from jsonb_array_elements(item -> 'links') link;
    end case;
  end loop;
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
  else
    new.version := 1;
  end if;
  new.updated_at := now();
  return new;
end $function$
;

revoke all on function private.before_menu_write() from public, anon, authenticated, service_role;

CREATE TRIGGER before_menu_write BEFORE INSERT OR UPDATE ON public.menus FOR EACH ROW EXECUTE FUNCTION private.before_menu_write();

CREATE TRIGGER public_row_changed AFTER INSERT OR DELETE OR UPDATE ON public.menus FOR EACH ROW EXECUTE FUNCTION private.public_row_changed();

CREATE OR REPLACE FUNCTION private.move_menu_links(p_from uuid, p_into uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.menus set items = replace(items::text, p_from::text, p_into::text)::jsonb
  where items::text like '%' || p_from || '%'
$function$
;

revoke all on function private.move_menu_links(uuid,uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.save_menu(p_menu text, p_version integer, p_items jsonb)
 RETURNS public.menus
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare saved public.menus;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'You are not allowed to change menus' using errcode = '42501';
  end if;
  if p_version is null and p_items is not null then
    insert into public.menus (id, items) values (p_menu, p_items) on conflict do nothing returning * into saved;
  elsif p_items is null then
    delete from public.menus where id = p_menu and version = p_version returning * into saved;
  else
    update public.menus set items = p_items where id = p_menu and version = p_version returning * into saved;
  end if;
  if saved.id is null then
    raise exception 'This menu was saved by someone else in the meantime' using errcode = 'PT409';
  end if;
  perform private.add_audit_entry('settings', 'menus', p_menu, 'Menu: ' || p_menu,
    case when p_items is null then 'The standard menu' end);
  return saved;
end $function$
;

revoke all on function public.save_menu(text,integer,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_menu(text,integer,jsonb) to authenticated;
grant execute on function public.save_menu(text,integer,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.merge_people(p_from uuid, p_into uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare merged public.author_profiles; kept public.author_profiles; address text;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors merge people' using errcode = '42501';
  end if;
  if p_from = p_into then
    raise exception 'A person cannot be merged into themselves' using errcode = '23514';
  end if;
  -- Locked, in an order that all callers share: merging both ways at once would delete both.
  perform from public.author_profiles where id in (p_from, p_into) order by id for update;
  select * into merged from public.author_profiles where id = p_from;
  select * into kept from public.author_profiles where id = p_into;
  if merged.id is null or kept.id is null then
    raise exception 'This person is gone' using errcode = 'PT404';
  end if;
  if exists (select 1 from unnest(private.team_names()) t where private.name_key(t) = private.name_key(merged.name)) then
    raise exception '“%” belongs to the editorial team and keeps their page', merged.name using errcode = '23514';
  end if;

  if kept.profile_id is not null then
    update public.articles a
    set credits = jsonb_build_array(jsonb_build_object('person_id', p_into,
      'role_id', (select r.id from public.credit_roles r where r.is_words)))
    where a.author_id = merged.profile_id and a.credits is null;
  end if;
  update public.slug_redirects set entity_id = p_into where kind = 'author' and entity_id = p_from;
  perform private.move_menu_links(p_from, p_into);
  update private.merged_people set into_id = p_into where into_id = p_from;
  insert into private.merged_people (from_id, into_id) values (p_from, p_into);
  update public.article_working_copies set data = replace(data::text, p_from::text, p_into::text)::jsonb
  where data::text like '%' || p_from || '%';
  -- Takes the credits along: tidy_credits.
  delete from public.author_profiles where id = p_from;
  update public.author_profiles set
    profile_id = coalesce(kept.profile_id, merged.profile_id), email = coalesce(kept.email, merged.email),
    role = coalesce(kept.role, merged.role), bio = coalesce(kept.bio, merged.bio),
    image_url = coalesce(kept.image_url, merged.image_url), social_links = merged.social_links || kept.social_links
  where id = p_into;
  foreach address in array private.author_addresses(merged) loop
    continue when address = any (private.author_addresses(kept));
    insert into public.slug_redirects (kind, old_slug, entity_id)
    values ('author', substring(address from '/author/(.*)'), p_into)
    on conflict (kind, old_slug) do update set entity_id = excluded.entity_id, created_at = now();
  end loop;
end $function$
;

-- The menus of a magazine that is in use: until now they were written in its code. A new database gets its own. A section or
-- category that it does not have is left out, as a dead link was not meant.
insert into public.menus (id, items)
select menu, items from (
  select 'searches' as menu, '["modern kitchen design", "small space solutions", "bathroom renovation"]'::jsonb as items
  union all
  select 'footer', (
    select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'title', title, 'links', links) order by place) from (
      select title, min(place) as place, jsonb_agg(
        jsonb_build_object('id', gen_random_uuid(), 'label', label, 'to', target) order by place) as links
      from (values
        (1, 'Explore', 'All articles', '{"kind": "site", "page": "browse"}'::jsonb),
        (2, 'Explore', 'Our Authors', '{"kind": "site", "page": "authors"}'),
        (3, 'Explore', null, (select jsonb_build_object('kind', 'section', 'id', s.id) from public.sections s where s.slug = 'guides-tips')),
        (4, 'Explore', 'Newsletter', '{"kind": "site", "page": "newsletter"}'),
        (5, 'Explore', 'RSS', '{"kind": "site", "page": "rss"}'),
        (6, 'Categories', null, (select jsonb_build_object('kind', 'category', 'id', c.id) from public.categories c where c.name = 'Interior Design')),
        (7, 'Categories', null, (select jsonb_build_object('kind', 'category', 'id', c.id) from public.categories c where c.name = 'Furniture Guide')),
        (8, 'Categories', null, (select jsonb_build_object('kind', 'category', 'id', c.id) from public.categories c where c.name = 'Small Spaces')),
        (9, 'Company', 'About', '{"kind": "site", "page": "about"}'),
        (10, 'Company', 'Contact', '{"kind": "site", "page": "contact"}'),
        (11, 'Company', 'Privacy', '{"kind": "site", "page": "privacy"}'),
        (12, 'Company', 'Terms', '{"kind": "site", "page": "terms"}'),
        (13, 'Company', 'Your subscription', '{"kind": "site", "page": "subscription"}')
      ) as link (place, title, label, target)
      where target is not null group by title) as groups)
) as former where exists (select from public.profiles);
