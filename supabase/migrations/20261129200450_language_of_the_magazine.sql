alter table public.site_settings add column language text default 'en'::text not null;

revoke all on table public.site_settings from public, anon, authenticated, service_role;
grant insert, select, update on table public.site_settings to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.site_settings to service_role;
grant select (contact_email) on public.site_settings to anon;
grant select (contact_enabled) on public.site_settings to anon;
grant select (date_language) on public.site_settings to anon;
grant select (id) on public.site_settings to anon;
grant select (index_now) on public.site_settings to anon;
grant select (language) on public.site_settings to anon;
grant select (min_password_length) on public.site_settings to anon;
grant select (newsletter_confirm) on public.site_settings to anon;
grant select (newsletter_enabled) on public.site_settings to anon;
grant select (sign_up_open) on public.site_settings to anon;
grant select (site_name) on public.site_settings to anon;
grant select (social_label) on public.site_settings to anon;
grant select (social_url) on public.site_settings to anon;
grant select (tagline) on public.site_settings to anon;
grant select (time_zone) on public.site_settings to anon;

alter table public.site_settings add constraint site_settings_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text])));

CREATE OR REPLACE FUNCTION private.date_language()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce(s.date_language, nullif(s.language, 'en')) from public.site_settings s $function$
;

revoke all on function private.date_language() from public, anon, authenticated, service_role;
grant execute on function private.date_language() to service_role;

CREATE OR REPLACE FUNCTION public.get_clock()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('now', clock_timestamp(), 'time_zone', s.time_zone, 'date_language', private.date_language())
  from (values (1)) one left join public.site_settings s on true
$function$
;

CREATE OR REPLACE FUNCTION public.open_preview(p_token text, p_counts boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    'date_language', private.date_language(),
    'story', case when shows = 'published' then jsonb_build_object('slug', story.slug)
      else public.preview_story(story.id, patch, case when jsonb_typeof(patch -> 'tag_ids') = 'array'
        then array(select t::uuid from jsonb_array_elements_text(patch -> 'tag_ids') t) end) end);
end $function$
;
