/* The checks of nearly every row policy, as before, in PL/pgSQL: it keeps their plans for the session. A SQL function that
   cannot be inlined is planned at each call, which took more time than the rows of most requests. */

create or replace function public.get_missing_factor() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when auth.uid() is null or auth.jwt() ->> 'aal' = 'aal2' then 'nothing'
    when exists (select 1 from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified') then 'code'
    when exists (select 1 from public.profiles p where p.id = auth.uid() and p.role = 'super_admin')
      and (select s.require_second_factor from public.site_settings s) then 'setup'
    else 'nothing' end;
end $$;

create or replace function public.has_role(variadic roles public.app_role[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from public.profiles p where p.id = auth.uid() and p.role = any (roles))
    and public.get_missing_factor() = 'nothing';
end $$;

create or replace function public.current_role_name() returns public.app_role
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select p.role from public.profiles p where p.id = auth.uid() and public.get_missing_factor() = 'nothing');
end $$;
