-- People whom writers name in the credits of a story, and who are no people of the magazine until an editor confirms them:
-- nothing that readers get is made of this table, and no story that names one of them is published.
create table public.proposed_people (
  -- In the credits of stories as the id of a person, who keeps it.
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(trim(name)) between 1 and 200),
  proposed_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index proposed_people_proposed_by_idx on public.proposed_people (proposed_by, created_at);
alter table public.proposed_people enable row level security;
grant select, insert (name) on public.proposed_people to authenticated;
create policy "writers read proposed people" on public.proposed_people for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers propose people" on public.proposed_people for insert to authenticated
with check (proposed_by = (select auth.uid()) and (select public.has_role('super_admin', 'editor', 'contributor')));
create trigger guard_name before insert on public.proposed_people
for each row execute function private.guard_name();

create function private.limit_proposed_people() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select count(*) from public.proposed_people p
      where p.proposed_by = new.proposed_by and p.created_at > now() - interval '1 day') >= 50 then
    raise exception 'You have proposed 50 people today' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger limit_proposed_people before insert on public.proposed_people
for each row execute function private.limit_proposed_people();

-- Trigger of articles and templates: credits are stored with the people, also proposed ones, and roles that there are, each
-- pair once. Who was merged meanwhile becomes the other person; a person or role that was deleted is left out, like a
-- deleted category.
-- Named to come before before_article_write, which takes what changes the row for a new version.
create or replace function private.tidy_credits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare uuid_pattern constant text := '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$';
begin
  if jsonb_typeof(new.credits) = 'null' then new.credits := null; end if;
  if new.credits is null then return new; end if;
  if jsonb_typeof(new.credits) <> 'array' or exists (
    select 1 from jsonb_array_elements(new.credits) credit
    where not coalesce(credit ->> 'person_id' ~* uuid_pattern and credit ->> 'role_id' ~* uuid_pattern, false)) then
    raise exception 'Credits are a list, each with a person and a role' using errcode = '23514';
  end if;
  if jsonb_array_length(new.credits) > private.max_credits() then
    raise exception 'Credits must have at most % entries', private.max_credits() using errcode = '23514';
  end if;
  new.credits := (
    select jsonb_agg(jsonb_build_object('person_id', known.person_id, 'role_id', known.role_id) order by known.place)
    from (
      select p.id as person_id, r.id as role_id, min(given.place) as place
      from jsonb_array_elements(new.credits) with ordinality as given (credit, place)
      left join private.merged_people m on m.from_id = (given.credit ->> 'person_id')::uuid
      cross join lateral (select coalesce(m.into_id, (given.credit ->> 'person_id')::uuid) as id) p
      join public.credit_roles r on r.id = (given.credit ->> 'role_id')::uuid
      where exists (select from public.author_profiles a where a.id = p.id)
        or exists (select from public.proposed_people a where a.id = p.id)
      group by p.id, r.id) known);
  return new;
end $$;
-- Trigger: refuses to publish or schedule a story that names somebody whom no editor has confirmed (the check `people` in
-- src/domain/checks.ts).
create function private.require_confirmed_people() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from jsonb_array_elements(new.credits) credit
      join public.proposed_people p on p.id = (credit ->> 'person_id')::uuid) then
    raise exception 'Not published: people who are not confirmed.' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger require_confirmed_people before insert or update of status, credits on public.articles
for each row when (new.status = 'published') execute function private.require_confirmed_people();

-- Makes a person of one who was proposed. Raises PT404 when they are gone, or are one already.
create function public.confirm_person(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare proposed public.proposed_people;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors confirm people' using errcode = '42501';
  end if;
  delete from public.proposed_people where id = p_id returning * into proposed;
  if proposed.id is null then raise exception 'This person is gone' using errcode = 'PT404'; end if;
  insert into public.author_profiles (id, name, slug) values (p_id, proposed.name, '');
end $$;
grant execute on function public.confirm_person(uuid) to authenticated;
