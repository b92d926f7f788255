-- Menus: the links of the header, the footer's groups of links, and the searches that the empty search field suggests. A
-- menu is saved whole. Where a menu has no row, readers get the standard one, which follows from the magazine's sections and
-- pages.

create table public.menus (
  id text primary key check (id in ('header', 'footer', 'searches')),
  -- Items in their order, see private.before_menu_write.
  items jsonb not null,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

alter table public.menus enable row level security;
grant select on public.menus to anon, authenticated;
create policy "everyone reads menus" on public.menus for select to anon, authenticated using (true);

-- Refuses a link that pages cannot show.
create function private.check_menu_link(p_link jsonb) returns void
language plpgsql stable set search_path = ''
as $$
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
end $$;

/* Trigger: sets what no client may choose, and refuses items that pages cannot show. The same rules in the forms:
   src/domain/site/menu.ts. The header has links; the footer has groups {id, title, links}; the searches are texts. A link is
   {id, label, to}: with `label` null it has the own title of what it leads to. */
create function private.before_menu_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
end $$;
create trigger before_menu_write before insert or update on public.menus
for each row execute function private.before_menu_write();
create trigger public_row_changed after insert or update or delete on public.menus
for each row execute function private.public_row_changed();
create trigger record_undo_step after insert or update or delete on public.menus
for each row when (current_setting('mantel.undo_of', true) <> '') execute function private.record_undo_step();

-- Has the links of menus to one row lead to another one, which takes its place.
create function private.move_menu_links(p_from uuid, p_into uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.menus set items = replace(items::text, p_from::text, p_into::text)::jsonb
  where items::text like '%' || p_from || '%'
$$;

/* Saves a menu; with p_items null readers get the standard one again. p_version is the version that the change began with,
   null: there was no row. Raises PT409 when somebody else has saved it since, and 42501 for who may not change menus. */
create function public.save_menu(p_menu text, p_version integer, p_items jsonb) returns public.menus
language plpgsql security definer set search_path = ''
as $$
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
end $$;
grant execute on function public.save_menu(text, integer, jsonb) to authenticated;
