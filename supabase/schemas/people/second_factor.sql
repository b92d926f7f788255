/* A second factor (TOTP, of the auth server): who has one needs it in every session, and a setting demands one of super
   admins. The auth server only writes into the token that it was given (the claim aal); refusing sessions without it is
   the database's part: has_role, current_role_name, and restrictive policies for what people may do without a role. */

/* What the caller's session lacks: 'nothing', the 'code' of a factor that is switched on, or a factor at all ('setup').
   For a visitor nothing. */
create function public.get_missing_factor() returns text
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
grant execute on function public.get_missing_factor() to authenticated;

-- Trigger: only who has signed in with a second factor demands it of all super admins. Nobody locks themselves out.
create function private.guard_second_factor_setting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal2' then
    raise exception 'Switch on your own second factor first: then you may demand one of all super admins'
      using errcode = '23514';
  end if;
  return new;
end $$;

-- The accounts that have a second factor, for super admins.
create function public.get_accounts_with_factor() returns table (id uuid)
language sql stable security definer set search_path = ''
as $$
  select distinct f.user_id from auth.mfa_factors f
  where f.status = 'verified' and public.has_role('super_admin')
$$;
grant execute on function public.get_accounts_with_factor() to authenticated;
