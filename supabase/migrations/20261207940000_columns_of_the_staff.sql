-- Columns for the staff are read by those who write, and by no other account.

drop policy "writers see all files" on public.media;
create policy "writers see all files" on public.media for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

drop policy "everyone reads site settings" on public.site_settings;
create policy "visitors read site settings" on public.site_settings for select to anon using (true);
create policy "writers read site settings" on public.site_settings for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

-- The server's time, and the zone and the language of the magazine's dates (null: not set).
create or replace function public.get_clock() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('now', clock_timestamp(), 'time_zone', s.time_zone, 'date_language', s.date_language)
  from (values (1)) one left join public.site_settings s on true
$$;

revoke select on public.fonts from authenticated;
grant select (id, font_name, font_file_path, font_weight, font_style, font_usage, mime_type, file_size, created_at)
on public.fonts to authenticated;
