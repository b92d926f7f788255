-- A declined request for a public name stays, so that the person sees what became of it. A new request takes its place.
alter table public.name_requests add column declined_at timestamptz;
revoke insert, update on public.name_requests from authenticated;
grant insert (profile_id, name), update (profile_id, name) on public.name_requests to authenticated;

create function private.ask_for_name_again() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.declined_at := null;
  new.created_at := now();
  return new;
end $$;
create trigger ask_for_name_again before update of name on public.name_requests
for each row execute function private.ask_for_name_again();

create function public.decline_name(p_profile uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors decline names' using errcode = '42501';
  end if;
  update public.name_requests set declined_at = now()
  where profile_id = p_profile and name = p_name and declined_at is null;
  if not found then raise exception 'The name was changed in the meantime' using errcode = 'PT409'; end if;
end $$;
grant execute on function public.decline_name(uuid, text) to authenticated;

create or replace function public.get_name_questions()
returns table (profile_id uuid, email text, full_name text, asked_name text, is_request boolean, created_at timestamptz,
               author_name text, is_name_of_another boolean, stories bigint)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.email, p.full_name, q.name, q.is_request, q.created_at,
    coalesce(
      (select a.name from public.author_profiles a where a.id = private.unclaimed_author(p.id, q.name)),
      (select t from unnest(private.team_names()) t
       where private.name_key(t) = private.name_key(q.name) and not exists (
         select 1 from public.author_profiles a where a.profile_id = p.id or private.name_key(a.name) = private.name_key(t)))),
    private.is_name_of_another(q.name, p.id),
    (select count(*) from public.articles s where s.author_id = p.id and s.status = 'published' and s.deleted_at is null)
  from (
    select r.profile_id, r.name, true, r.created_at from public.name_requests r where r.declined_at is null
    union all
    select w.id, w.full_name, false, w.updated_at from public.profiles w
    where not w.name_confirmed and private.is_name_of_another(w.full_name, w.id)
      and (w.role <> 'viewer' or exists (select 1 from public.articles a where a.author_id = w.id))
      and not exists (select 1 from public.name_requests r where r.profile_id = w.id and r.declined_at is null)
  ) as q (profile_id, name, is_request, created_at)
  join public.profiles p on p.id = q.profile_id
  where public.has_role('super_admin', 'editor')
  order by q.created_at, p.id
$$;
