/* A second factor (TOTP, of the auth server): who has one needs it in every session, and a setting demands one of super
   admins. The auth server only writes into the token that it was given (the claim aal); refusing sessions without it is
   the database's part. */

alter table public.site_settings add column require_second_factor boolean not null default false;

/* What the caller's session lacks: 'nothing', the 'code' of a factor that is switched on, or a factor at all ('setup').
   For a visitor nothing. */
create function public.get_missing_factor() returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when auth.uid() is null or auth.jwt() ->> 'aal' = 'aal2' then 'nothing'
    when exists (select 1 from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified') then 'code'
    when exists (select 1 from public.profiles p where p.id = auth.uid() and p.role = 'super_admin')
      and (select s.require_second_factor from public.site_settings s) then 'setup'
    else 'nothing' end
$$;
grant execute on function public.get_missing_factor() to authenticated;

-- Whether the caller has one of these roles, in a session that lacks no factor.
create or replace function public.has_role(variadic roles public.app_role[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.profiles p where p.id = auth.uid() and p.role = any (roles))
    and public.get_missing_factor() = 'nothing'
$$;

-- The caller's role; null in a session that lacks a factor.
create or replace function public.current_role_name() returns public.app_role
language sql stable security definer set search_path = ''
as $$ select role from public.profiles where id = auth.uid() and public.get_missing_factor() = 'nothing' $$;

-- What people may do without a role. Their own profile they can read in any session: the admin needs it to ask for the code.
create policy "sessions with every factor change profiles" on public.profiles as restrictive for update to authenticated
using ((select public.get_missing_factor()) = 'nothing');
create policy "sessions with every factor ask for names" on public.name_requests as restrictive for all to authenticated
using ((select public.get_missing_factor()) = 'nothing') with check ((select public.get_missing_factor()) = 'nothing');

-- Only who has signed in with a second factor demands it of all super admins: nobody locks themselves out.
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
create trigger guard_second_factor_insert before insert on public.site_settings
for each row when (new.require_second_factor) execute function private.guard_second_factor_setting();
create trigger guard_second_factor_update before update of require_second_factor on public.site_settings
for each row when (new.require_second_factor and not old.require_second_factor)
execute function private.guard_second_factor_setting();

-- The accounts that have a second factor, for super admins.
create function public.get_accounts_with_factor() returns table (id uuid)
language sql stable security definer set search_path = ''
as $$
  select distinct f.user_id from auth.mfa_factors f
  where f.status = 'verified' and public.has_role('super_admin')
$$;
grant execute on function public.get_accounts_with_factor() to authenticated;

-- Audit log -----------------------------------------------------------------------------------------------------------

-- The caller is about to change their own account at the auth server, which does not know them in the database.
create function public.announce_own_change() returns void
language sql volatile security definer set search_path = ''
as $$ select public.announce_actor(auth.uid()::text, auth.uid()) where auth.uid() is not null $$;
grant execute on function public.announce_own_change() to authenticated;

create function private.log_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare account uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  -- Only the person themselves can switch one on: it takes a code.
  perform private.add_audit_entry('second-factor', 'profiles', account::text,
    (select coalesce(p.full_name, p.email) from public.profiles p where p.id = account),
    case tg_op when 'DELETE' then 'Removed' else 'Switched on' end,
    case tg_op when 'DELETE' then null else account end, array[account::text]);
  return null;
end $$;
create trigger log_factor after update of status on auth.mfa_factors
for each row when (new.status = 'verified' and old.status <> 'verified') execute function private.log_factor();
create trigger log_removed_factor after delete on auth.mfa_factors
for each row when (old.status = 'verified' and pg_trigger_depth() = 0) execute function private.log_factor();
