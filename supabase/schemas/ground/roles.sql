-- The roles of the staff, and the checks of them that policies and functions make.

create type public.app_role as enum ('super_admin', 'editor', 'contributor', 'viewer');

/* Whether the caller has one of these roles, in a session that lacks no factor and whose account was not removed: its
   access token works for up to an hour. Security definer, because the policies of profiles use it themselves. In PL/pgSQL,
   which keeps its plans for the session: a SQL function that cannot be inlined is planned at each call, which took more time
   than the rows of most requests. Not granted to visitors, who have no role. */
create function public.has_role(variadic roles public.app_role[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from public.profiles p where p.id = auth.uid() and p.role = any (roles) and p.removed_at is null)
    and public.get_missing_factor() = 'nothing';
end $$;
grant execute on function public.has_role(public.app_role[]) to authenticated;

-- The caller's role; null in a session that lacks a factor or whose account was removed.
create function public.current_role_name() returns public.app_role
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select p.role from public.profiles p
    where p.id = auth.uid() and p.removed_at is null and public.get_missing_factor() = 'nothing');
end $$;
grant execute on function public.current_role_name() to authenticated;

-- Raises 42501 for callers who are no editors.
create function private.require_editor() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_service() and not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors read the analytics' using errcode = '42501';
  end if;
end $$;
