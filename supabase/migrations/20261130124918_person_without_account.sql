CREATE OR REPLACE FUNCTION private.remove_person(p_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare heir uuid;
begin
  select a.heir_id into heir from private.announced_actors a
  where a.account = p_person::text and a.created_at > now() - interval '1 minute';
  if heir is not null then
    update public.articles set author_id = heir where id in (select o from private.open_articles(p_person) o);
  end if;
  if private.is_profile_named(p_person) then
    perform private.add_author_of_stories(p_person);
    delete from public.name_requests where profile_id = p_person;
    update public.profiles set removed_at = now(), role = 'viewer', email = null, email_confirmed = false where id = p_person;
  else
    delete from public.profiles where id = p_person;
  end if;
end $function$
;

revoke all on function private.remove_person(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.handle_user_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ begin perform private.remove_person(old.id); return null; end $function$
;

CREATE OR REPLACE FUNCTION public.remove_person_without_account(p_person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.profiles p
  where p.id = p_person and p.removed_at is null and not exists (select from auth.users u where u.id = p.id) for update;
  if not found then return false; end if;
  perform private.remove_person(p_person);
  return true;
end $function$
;

revoke all on function public.remove_person_without_account(uuid) from public, anon, authenticated, service_role;
grant execute on function public.remove_person_without_account(uuid) to service_role;
