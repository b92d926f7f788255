CREATE OR REPLACE FUNCTION public.set_first_calendar(p_time_zone text, p_date_language text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  variety text := case when lower(split_part(p_date_language, '-', 1)) = private.magazine_language() then p_date_language end;
begin
  if not public.has_role('super_admin') then
    raise exception 'Only a super admin can change the settings' using errcode = '42501';
  end if;
  update public.site_settings s
  set time_zone = p_time_zone, date_language = coalesce(s.date_language, variety) where s.time_zone is null;
  insert into public.site_settings (time_zone, date_language) values (p_time_zone, variety) on conflict do nothing;
end $function$
;
