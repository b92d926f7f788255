-- Sections: pages of the site that list the stories of some categories. Which sections list a category is stored with the
-- category, by their slugs. A section is removed by remove_section alone, so that no address of it is dead afterwards.

create table public.sections (
  id uuid primary key default gen_random_uuid(),
  -- Its address without the slash.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  title text not null check (char_length(title) <= 120 and trim(title) <> ''),
  description text not null default '' check (char_length(description) <= 500),
  -- The filter buttons above its list: one for each of its categories, which show the stories of that category alone, or
  -- one for each of some tags, which move the stories with that tag to the front.
  buttons text not null default 'categories' check (buttons in ('categories', 'tags')),
  -- The names of these tags, in the order of the buttons.
  button_tags text[] not null default '{}' check (
    array_position(button_tags, null) is null and cardinality(button_tags) <= 24
    and char_length(array_to_string(button_tags, '')) <= 2000),
  -- The order of the buttons of categories: as the categories were added, or alphabetical.
  button_order text not null default 'added' check (button_order in ('added', 'alphabetical')),
  -- What the line with the number of stories names: always the section, or the chosen category.
  count_names text not null default 'category' check (count_names in ('section', 'category')),
  -- What an empty list offers: no link, a link to all stories, or that and a button that ends the filter.
  empty_links text not null default 'none' check (empty_links in ('none', 'browse', 'browse and all')),
  -- Its place among the sections. A category in several sections belongs to the first of them.
  position integer not null default 0,
  in_navigation boolean not null default true,
  -- Its place on the standard home page; null: it is not there.
  home_position integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- The colour of which its titles, links and marks are made, as far as they can be read (src/domain/theme/section-colours.ts);
  -- null: they have the magazine's.
  accent text check (accent ~ '^#[0-9a-f]{6}$')
);

-- What staff search.
create function public.search_text(public.sections) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.title, $1.slug)) $$;
grant execute on function public.search_text(public.sections) to authenticated;

insert into private.saved_columns select 'public.sections', unnest(array[
  'slug', 'title', 'description', 'buttons', 'button_tags', 'button_order', 'count_names', 'empty_links', 'in_navigation', 'accent']);

alter table public.sections enable row level security;
grant select on public.sections to anon, authenticated;
grant insert (slug, title, description, buttons, button_tags, button_order, count_names, empty_links, in_navigation, accent),
  update (slug, title, description, buttons, button_tags, button_order, count_names, empty_links, in_navigation, accent)
  on public.sections to authenticated;
create policy "everyone reads sections" on public.sections for select to anon, authenticated using (true);
create policy "editors add sections" on public.sections for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change sections" on public.sections for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.sections referencing new table as added_now
for each statement execute function private.limit_added_rows('sections', '100');

/* Trigger: sets what no client may choose, and refuses an address that is taken, by whose it is. The lock serialises the
   addresses of sections and pages: two at once could take the same one. */
create function private.before_section_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
end $$;
create trigger before_section_write before insert or update on public.sections
for each row execute function private.before_section_write();

/* Trigger: what names a section by its address follows it: categories, the front above its list and the blocks of fronts.
   A section that is removed leaves its categories. Its front stays, so that a restored section (restore_section) has it
   again; another one at that address begins without. */
create function private.follow_section() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
end $$;
create trigger follow_section after insert or delete or update of slug on public.sections
for each row execute function private.follow_section();

-- Trigger of tags: the filter buttons of sections follow a tag that is renamed or deleted.
create function private.follow_tag() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.sections set button_tags = case when tg_op = 'UPDATE'
    then array_replace(button_tags, old.name, new.name) else array_remove(button_tags, old.name) end
  where old.name = any (button_tags);
  return null;
end $$;
create trigger follow_tag after delete or update of name on public.tags
for each row execute function private.follow_tag();

create trigger public_row_changed after insert or update or delete on public.sections
for each row execute function private.public_row_changed();
create trigger record_undo_step after insert or update or delete on public.sections
for each row when (current_setting('mantel.undo_of', true) <> '') execute function private.record_undo_step();
create trigger log_settings after insert or update on public.sections
for each row execute function private.log_settings();
create trigger log_delete after delete on public.sections
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Saves a section as private.save_row does. Runs as the caller: the policies decide.
create function public.save_section(p_id uuid, p_version integer, p_section jsonb) returns public.sections
language sql security invoker set search_path = ''
as $$
  select * from private.save_row(null::public.sections, 'section', p_id, p_version, p_section)
$$;
grant execute on function public.save_section(uuid, integer, jsonb) to authenticated;

-- Refuses callers who may not change sections.
create function private.require_section_editor() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'You are not allowed to change sections' using errcode = '42501';
  end if;
end $$;

/* Puts the sections in an order: that of the navigation, or with p_home that of the standard home page, which then has just
   these. Raises PT409 when there are other sections by now than the caller knows. */
create function public.order_sections(p_ids uuid[], p_home boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;
grant execute on function public.order_sections(uuid[], boolean) to authenticated;

/* Removes a section. Its categories, its address and its former ones, and the links of menus to it go to another one; with
   p_into null the categories leave, the addresses lead to all stories, and the links are not shown. restore_section undoes
   it. */
create function public.remove_section(p_id uuid, p_version integer, p_into uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare removed public.sections; target public.sections;
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
  perform private.record_for_undo(p_id);
  if p_into is null then
    update public.slug_redirects r set kind = 'custom', entity_id = null, target = '/browse'
    where r.kind = 'section' and r.entity_id = p_id;
    delete from public.sections where id = p_id;
    insert into public.slug_redirects (kind, old_slug, target) values ('custom', removed.slug, '/browse');
  else
    select * into target from public.sections where id = p_into;
    if not found then raise exception 'Section not found' using errcode = 'PT404'; end if;
    update public.categories set sections = array_append(array_remove(sections, removed.slug), target.slug)
    where removed.slug = any (sections) and not target.slug = any (sections);
    perform private.move_menu_links(p_id, p_into);
    update public.slug_redirects r set entity_id = p_into where r.kind = 'section' and r.entity_id = p_id;
    delete from public.sections where id = p_id;
    insert into public.slug_redirects (kind, old_slug, entity_id) values ('section', removed.slug, p_into);
  end if;
  perform private.record_for_undo(null);
end $$;
grant execute on function public.remove_section(uuid, integer, uuid) to authenticated;

/* Undoes remove_section: all that it changed is as before, but what somebody else has changed since. Raises PT404 where
   nothing is known of the removal, as after a day, and what the insert of a section raises. */
create function public.restore_section(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare address text; owner text;
begin
  perform private.require_section_editor();
  perform pg_advisory_xact_lock(hashtext('mantel.root_addresses'));
  select s.before ->> 'slug' into address from private.undo_steps s
  where s.subject = p_id and s.changed_table = 'public.sections' and s.after is null;
  if not found then raise exception 'Section not found' using errcode = 'PT404'; end if;
  select s.title into owner from public.sections s where s.slug = address;
  if found then
    raise exception 'The address "/%" is taken by the section “%”', address, owner using errcode = '23514';
  end if;
  perform set_config('mantel.restored_section', p_id::text, true);
  perform private.undo(p_id);
  perform set_config('mantel.restored_section', '', true);
end $$;
grant execute on function public.restore_section(uuid) to authenticated;

-- What the page of a front is called.
create function private.front_title(p_page text) returns text
language sql stable security definer set search_path = ''
as $$
  select case p_page when '/' then 'Home'
    else coalesce((select s.title from public.sections s where '/' || s.slug = p_page), p_page) end
$$;
grant execute on function private.front_title(text) to authenticated;
