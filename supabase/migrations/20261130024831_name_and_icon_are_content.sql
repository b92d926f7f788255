-- The name of a magazine that is in use and whose settings were never saved: until now it was the default. The demo content of
-- an interrupted seed gets its settings from the seed.
alter table public.site_settings disable trigger log_settings;
insert into public.site_settings (site_name, tagline, social_label)
select 'Mantel', 'love where you live.', 'Instagram'
where exists (select from public.profiles) and not exists (select from public.site_settings)
  and not exists (select from public.profiles p where p.email like '%@mantel.example');
alter table public.site_settings enable trigger log_settings;

alter table public.site_settings
  alter column site_name set default 'New Magazine', alter column tagline set default '', alter column social_label set default '';

CREATE OR REPLACE FUNCTION private.before_branding_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  unmarked text[] := array['id', 'version', 'updated_at', 'former'];
  marks jsonb := to_jsonb(new) - unmarked;
  before jsonb := case tg_op when 'UPDATE' then to_jsonb(old) - unmarked else '{}' end;
  mark text; given text;
begin
  for mark, given in select key, value from jsonb_each_text(marks) where marks -> key is distinct from before -> key loop
    if given is null or mark <> 'share_picture' and private.is_clean_svg(given) then continue; end if;
    if starts_with(given, '<') then
      raise exception 'This drawing has something that pages do not show. Choose its file anew.' using errcode = '23514';
    end if;
    -- The secret key may store any (imports).
    if not private.is_service() and not exists (
      select from public.media m where m.mime_type like 'image/%'
        and m.storage_path = private.library_path(given)) then
      raise exception 'This picture is not in the media library: choose another one.' using errcode = '23514';
    end if;
  end loop;
  new.former := case
    -- Those of the demo content were chosen by nobody: there is no change to take back.
    when tg_op = 'INSERT' then case when private.is_service() then marks end
    -- A file is replaced by another one, in both.
    when current_setting('mantel.replaced_media', true) <> '' then new.former
    when marks = before then old.former
    else before end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.remove_demo(p_keep uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare pictures text[]; fonts text[];
begin
  -- One entry says it all.
  perform set_config('mantel.unlogged_deletes', 'on', true);
  delete from public.articles a where private.is_demo(a.id) and a.id <> all (p_keep);
  delete from public.pages p where private.is_demo(p.id) and p.id <> all (p_keep);
  delete from public.article_templates t where private.is_demo(t.id) and t.id <> all (p_keep);
  -- Of a story the plan stays and goes with it.
  delete from public.plans p where private.is_demo(p.id) and p.article_id is null and p.id <> all (p_keep);
  delete from public.subscribers s where private.is_demo(s.id);
  delete from public.contact_messages m where private.is_demo(m.id);

  delete from public.tags t where private.is_demo(t.id)
    and not exists (select from public.article_tags u where u.tag_id = t.id)
    and not exists (select from public.article_template_tags u where u.tag_id = t.id);
  delete from public.categories c where private.is_demo(c.id) and c.id <> all (p_keep)
    and not exists (select from public.articles a where a.category_id = c.id)
    and not exists (select from public.article_templates t where t.category_id = c.id)
    and not exists (select from public.plans p where p.category_id = c.id);
  delete from public.sections s where private.is_demo(s.id) and s.id <> all (p_keep)
    and not exists (select from public.categories c where s.slug = any (c.sections));

  delete from public.author_profiles p where private.is_demo(p.id) and p.id <> all (p_keep)
    and not exists (select from public.articles a where a.credits @> jsonb_build_array(jsonb_build_object('person_id', p.id)))
    and not exists (select from public.article_templates t where t.credits @> jsonb_build_array(jsonb_build_object('person_id', p.id)))
    and not exists (select from public.articles a where a.author_id = p.profile_id)
    and p.profile_id is distinct from (select auth.uid());

  -- A menu that somebody has saved is theirs.
  delete from public.menus m where not exists (
    select from public.audit_log l where l.entity = 'menus' and l.entity_id = m.id);
  update public.site_settings s set
    texts = coalesce((
      select jsonb_object_agg(t.name, t.value) from jsonb_each_text(s.texts) t (name, value)
      where (t.name, t.value) not in (select d.name, d.value from private.demo_settings d)), '{}'),
    social_url = nullif(s.social_url, (select d.value from private.demo_settings d where d.name = 'social_url')),
    contact_email = nullif(s.contact_email, (select d.value from private.demo_settings d where d.name = 'contact_email'));
  update public.branding b set icon = null where b.icon = (select d.value from private.demo_settings d where d.name = 'icon');

  with gone as (
    delete from public.fonts f where private.is_demo(f.id)
      and not exists (select from public.global_styles g where f.id in (g.primary_font_id, g.secondary_font_id, g.accent_font_id))
    returning f.font_file_path
  ) select array_agg(font_file_path) into fonts from gone;
  with gone as (
    delete from public.media m where private.is_demo(m.id) and not exists (select from public.media_usage(m.id))
    returning m.storage_path, m.thumbnail_path
  ) select array_agg(path) into pictures from gone, unnest(array[storage_path, thumbnail_path]) path where path is not null;
  perform set_config('mantel.unlogged_deletes', '', true);
  perform private.add_audit_entry('delete', null, null, 'Demo content', null);
  return jsonb_build_object('media', to_jsonb(coalesce(pictures, '{}')), 'fonts', to_jsonb(coalesce(fonts, '{}')));
end $function$
;

-- The icon of a magazine that is in use: until now it was in the code, for a magazine of this name.
alter table public.branding disable trigger before_branding_write;
alter table public.branding disable trigger log_settings;
with former (icon) as (values (
  '<svg viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d3567"/><path fill="#e2e8eb" d="M4 7h24v3.5H4zM6 12h20v14h-4.5v-5.5a5.5 5.5 0 0 0-11 0V26H6z"/>'
  '<circle cx="16" cy="23.5" r="2.5" fill="#ff7d54"/></svg>'
)), shown as (
  insert into public.branding (icon, former)
  select f.icon, jsonb_build_object('logo', null, 'logo_dark', null, 'icon', f.icon, 'share_picture', null) from former f
  where exists (select from public.profiles) and exists (select from public.site_settings s where s.site_name = 'Mantel')
  on conflict ((true)) do update set icon = excluded.icon where branding.icon is null
)
insert into private.demo_settings select 'icon', f.icon from former f
where exists (select from public.site_settings s where private.is_demo(s.id));
alter table public.branding enable trigger before_branding_write;
alter table public.branding enable trigger log_settings;
