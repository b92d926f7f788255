/* Begins a magazine of one's own, in one transaction: its name, tagline and language; further sections {slug, title,
   description, color}, each with a category of its name, which stories can be in; and its colours {light, dark} (null: they
   stay). With p_keep the demo content leaves, but these rows of it: the paths of its files in storage are returned, by bucket.
   p_opened has the name, tagline and language that the form began with. Raises PT409 when somebody else has changed
   them since, and 42501 for others than super admins. */
create function public.begin_magazine(p_opened jsonb, p_settings jsonb, p_sections jsonb, p_theme jsonb, p_keep uuid[] default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare stored public.site_settings; section record; files jsonb := '{}';
begin
  if not public.has_role('super_admin') then
    raise exception 'Only a super admin can begin another magazine' using errcode = '42501';
  end if;
  insert into public.site_settings default values on conflict do nothing;
  select * into stored from public.site_settings for update;
  if (stored.site_name, stored.tagline, stored.language)
     is distinct from (p_opened ->> 'site_name', p_opened ->> 'tagline', p_opened ->> 'language') then
    raise exception 'The settings were saved by someone else in the meantime' using errcode = 'PT409';
  end if;
  update public.site_settings set
    site_name = p_settings ->> 'site_name', tagline = p_settings ->> 'tagline', language = p_settings ->> 'language',
    -- Dates go on in a variety of the language, such as de-AT.
    date_language = case when date_language like (p_settings ->> 'language') || '%' then date_language end;

  -- Before the new sections, whose categories may have a name of the demo's.
  if p_keep is not null then files := private.remove_demo(p_keep); end if;

  for section in select * from jsonb_to_recordset(p_sections) as s (slug text, title text, description text, color text) loop
    insert into public.sections (slug, title, description, empty_links, home_position)
    select section.slug, section.title, section.description, 'browse', coalesce(max(s.home_position), 0) + 1 from public.sections s;
    update public.categories set sections = array_append(sections, section.slug) where name = section.title;
    if not found then
      insert into public.categories (name, slug, color, sections, created_at)
      values (section.title, section.slug, section.color, array[section.slug], clock_timestamp());
    end if;
  end loop;

  if p_theme is null then return files; end if;
  update public.theme set light = p_theme -> 'light', dark = p_theme -> 'dark' where true;
  if not found then insert into public.theme (light, dark) values (p_theme -> 'light', p_theme -> 'dark'); end if;
  return files;
end $$;
grant execute on function public.begin_magazine(jsonb, jsonb, jsonb, jsonb, uuid[]) to authenticated;
