-- What tells people of one name apart.

-- What tells accounts and author profiles of one name apart, for those who write; of at most 200 at a time.
create function public.get_people_hints(p_ids uuid[]) returns table (id uuid, hint text)
language sql stable security definer set search_path = ''
as $$
  select person.id, person.hint
  from (
    select p.id, private.account_hint(p) from public.profiles p where p.id = any (p_ids[1:200])
    union all
    select a.id, '/author/' || a.slug from public.author_profiles a where a.id = any (p_ids[1:200])
  ) person (id, hint)
  where (select public.has_role('super_admin', 'editor', 'contributor'))
$$;
grant execute on function public.get_people_hints(uuid[]) to authenticated;
