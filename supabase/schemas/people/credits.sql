-- The credits of stories: which people took part in them, in which roles. They are a column of the story, so that they are
-- saved, kept, compared and published with it; the people are rows of author_profiles.

create table public.credit_roles (
  id uuid primary key default gen_random_uuid(),
  -- What the role is called, such as Photographs.
  name text not null check (char_length(name) <= 60 and trim(name) <> ''),
  -- The words before the names of a story's people, such as 'photographs by'. A byline begins with a capital letter.
  byline text not null check (char_length(byline) <= 80 and trim(byline) <> ''),
  -- Whether it is the role of the writers, which the owner of a story without credits has.
  is_words boolean not null default false,
  position integer not null default 0
);
create unique index credit_roles_name_idx on public.credit_roles (lower(trim(name)));
create unique index credit_roles_words_idx on public.credit_roles (is_words) where is_words;

insert into public.credit_roles (name, byline, is_words, position) values
  ('Words', 'words by', true, 0), ('Photographs', 'photographs by', false, 1), ('Styling', 'styling by', false, 2),
  ('Illustration', 'illustration by', false, 3), ('Architect', 'architect', false, 4), ('Thanks', 'thanks to', false, 5);

alter table public.credit_roles enable row level security;
grant select on public.credit_roles to anon, authenticated;
grant insert (id, name, byline, position), update (name, byline, position), delete on public.credit_roles to authenticated;
create policy "everyone reads roles of credits" on public.credit_roles for select to anon, authenticated using (true);
create policy "super admins add roles of credits" on public.credit_roles for insert to authenticated
with check ((select public.has_role('super_admin')));
create policy "super admins change roles of credits" on public.credit_roles for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));
create policy "super admins remove roles of credits" on public.credit_roles for delete to authenticated
using ((select public.has_role('super_admin')));
create trigger limit_added_rows after insert on public.credit_roles referencing new table as added_now
for each statement execute function private.limit_added_rows('roles of credits', '200');

create trigger public_row_changed after insert or update or delete on public.credit_roles
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.credit_roles
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Which person took the place of one that was merged: an open editor, a working copy, a revision may still name the other.
create table private.merged_people (
  from_id uuid primary key,
  into_id uuid not null references public.author_profiles (id) on delete cascade
);
create index merged_people_into_idx on private.merged_people (into_id);
alter table private.merged_people enable row level security;

-- People whom writers name in the credits of a story, and who are no people of the magazine until an editor confirms them:
-- nothing that readers get is made of this table, and no story that names one of them is published.
create table public.proposed_people (
  -- In the credits of stories as the id of a person, who keeps it.
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 200 and trim(name) <> ''),
  proposed_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- The account of a writer without an author page (public.credit_account).
  profile_id uuid unique references public.profiles (id) on delete set null
);
create index proposed_people_proposed_by_idx on public.proposed_people (proposed_by, created_at);
alter table public.proposed_people enable row level security;
grant select, insert (name) on public.proposed_people to authenticated;
create policy "writers read proposed people" on public.proposed_people for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers propose people" on public.proposed_people for insert to authenticated
with check (proposed_by = (select auth.uid()) and (select public.has_role('super_admin', 'editor', 'contributor')));
create trigger limit_added_rows after insert on public.proposed_people referencing new table as added_now
for each statement execute function private.limit_added_rows('proposed people', '50');
create trigger guard_name before insert on public.proposed_people
for each row execute function private.guard_name();

-- Credits in a story or template -------------------------------------------------------------------------------------

-- Entries of one list of credits.
create function private.max_credits() returns integer language sql immutable set search_path = '' as $$ select 50 $$;

-- Trigger of articles and templates: credits are stored with the people, also proposed ones, and roles that there are, each
-- pair once. Who was merged meanwhile becomes the other person; a person or role that was deleted is left out, like a
-- deleted category.
-- Named to come before before_article_write, which takes what changes the row for a new version.
create function private.tidy_credits() returns trigger
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
create trigger before_article_credits before insert or update of credits on public.articles
for each row execute function private.tidy_credits();
create trigger before_template_credits before insert or update of credits on public.article_templates
for each row execute function private.tidy_credits();

-- Trigger of author profiles and roles: a deleted one leaves all credits. A role that stories use is not deleted.
create function private.leave_credits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named jsonb := jsonb_build_array(jsonb_build_object(
    case tg_table_name when 'credit_roles' then 'role_id' else 'person_id' end, old.id));
  stories bigint;
begin
  if tg_when = 'BEFORE' then
    if old.is_words then
      raise exception 'The role of the writers cannot be deleted' using errcode = '23514';
    end if;
    select count(*) into stories from public.articles a where a.credits @> named;
    if stories > 0 then
      raise exception '“%” is a role in % %', old.name, stories, case stories when 1 then 'story' else 'stories' end
        using errcode = '23514';
    end if;
    return old;
  end if;
  update public.articles set credits = credits where credits @> named;
  update public.article_templates set credits = credits where credits @> named;
  return null;
end $$;
create trigger guard_role before delete on public.credit_roles
for each row execute function private.leave_credits();
create trigger leave_credits after delete on public.credit_roles
for each row execute function private.leave_credits();
create trigger leave_credits after delete on public.author_profiles
for each row execute function private.leave_credits();

-- The names of a story's people, in their order: of the people in its credits or, without credits, of its owner. The owner's
-- person is the author profile of the account; without one the account's name is used. In PL/pgSQL: see has_role.
create function private.story_names(a public.articles) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when a.credits is null then array(
      select coalesce(own.name, owner.full_name) from public.profiles owner
      left join public.author_profiles own on own.profile_id = owner.id
      where owner.id = a.author_id and coalesce(own.name, owner.full_name) is not null)
    else array(
      select p.name from jsonb_array_elements(a.credits) with ordinality as given (credit, place)
      join public.author_profiles p on p.id = (given.credit ->> 'person_id')::uuid
      group by p.id order by min(given.place)) end;
end $$;

-- The stories that name a person: in their credits, or as the owner of a story without credits.
create function private.stories_naming(p_person uuid, p_owners uuid[]) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select a.id from public.articles a where a.credits @> jsonb_build_array(jsonb_build_object('person_id', p_person))
    union all
    select a.id from public.articles a where a.author_id = any (p_owners) and a.credits is null)
$$;

-- How many stories name a person, including unpublished ones.
create function public.count_stories_of(p_person uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select cardinality(private.stories_naming(a.id, array[a.profile_id])) from public.author_profiles a
  where a.id = p_person and public.has_role('super_admin', 'editor')
$$;
grant execute on function public.count_stories_of(uuid) to authenticated;

-- Merging people -----------------------------------------------------------------------------------------------------

/* Makes one person of two: the credits and addresses of p_from lead to p_into, who also gets the account, and each text
   that they do not have themselves. When both have an account, p_into is credited in the stories of the other's.
   Raises PT404 when one of them is gone. */
create function public.merge_people(p_from uuid, p_into uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare merged public.author_profiles; kept public.author_profiles; address text;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors merge people' using errcode = '42501';
  end if;
  if p_from = p_into then
    raise exception 'A person cannot be merged into themselves' using errcode = '23514';
  end if;
  -- Locked, in an order that all callers share: merging both ways at once would delete both.
  perform from public.author_profiles where id in (p_from, p_into) order by id for update;
  select * into merged from public.author_profiles where id = p_from;
  select * into kept from public.author_profiles where id = p_into;
  if merged.id is null or kept.id is null then
    raise exception 'This person is gone' using errcode = 'PT404';
  end if;
  if merged.team_position is not null then
    raise exception '“%” belongs to the editorial team and keeps their page', merged.name using errcode = '23514';
  end if;

  if kept.profile_id is not null then
    update public.articles a
    set credits = jsonb_build_array(jsonb_build_object('person_id', p_into,
      'role_id', (select r.id from public.credit_roles r where r.is_words)))
    where a.author_id = merged.profile_id and a.credits is null;
  end if;
  update public.slug_redirects set entity_id = p_into where kind = 'author' and entity_id = p_from;
  perform private.move_menu_links(p_from, p_into);
  update private.merged_people set into_id = p_into where into_id = p_from;
  insert into private.merged_people (from_id, into_id) values (p_from, p_into);
  update public.article_working_copies set data = replace(data::text, p_from::text, p_into::text)::jsonb
  where data::text like '%' || p_from || '%';
  -- Takes the credits along: tidy_credits.
  delete from public.author_profiles where id = p_from;
  update public.author_profiles set
    profile_id = coalesce(kept.profile_id, merged.profile_id), email = coalesce(kept.email, merged.email),
    role = coalesce(kept.role, merged.role), bio = coalesce(kept.bio, merged.bio),
    image_url = coalesce(kept.image_url, merged.image_url), social_links = merged.social_links || kept.social_links
  where id = p_into;
  foreach address in array private.author_addresses(merged) loop
    continue when address = any (private.author_addresses(kept));
    insert into public.slug_redirects (kind, old_slug, entity_id)
    values ('author', substring(address from '/author/(.*)'), p_into)
    on conflict (kind, old_slug) do update set entity_id = excluded.entity_id, created_at = now();
  end loop;
end $$;
grant execute on function public.merge_people(uuid, uuid) to authenticated;

-- Proposed people ----------------------------------------------------------------------------------------------------

-- Trigger: refuses to publish or schedule a story that names somebody whom no editor has confirmed (the check `people` in
-- src/domain/story/checks.ts).
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

-- Makes people of the names in credits that no editor has confirmed, and says how many. A writer whose account has got an
-- author page is credited as that author.
create function private.confirm_people(p_credits jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare proposed public.proposed_people; known uuid; confirmed integer := 0;
begin
  for proposed in
    delete from public.proposed_people p
    where p.id::text in (
      select credit ->> 'person_id'
      from jsonb_array_elements(case jsonb_typeof(p_credits) when 'array' then p_credits else '[]' end) credit)
    returning *
  loop
    confirmed := confirmed + 1;
    select a.id into known from public.author_profiles a where a.profile_id = proposed.profile_id;
    if known is null then
      insert into public.author_profiles (id, name, slug, profile_id)
      values (proposed.id, proposed.name, '', proposed.profile_id);
    else
      insert into private.merged_people (from_id, into_id) values (proposed.id, known);
      update public.articles set credits = credits
      where credits @> jsonb_build_array(jsonb_build_object('person_id', proposed.id));
      update public.article_templates set credits = credits
      where credits @> jsonb_build_array(jsonb_build_object('person_id', proposed.id));
    end if;
  end loop;
  return confirmed;
end $$;
grant execute on function private.confirm_people(jsonb) to service_role;

-- Makes a person of one who was proposed. Raises PT404 when they are gone, or are one already.
create function public.confirm_person(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors confirm people' using errcode = '42501';
  end if;
  if private.confirm_people(jsonb_build_array(jsonb_build_object('person_id', p_id))) = 0 then
    raise exception 'This person is gone' using errcode = 'PT404';
  end if;
end $$;
grant execute on function public.confirm_person(uuid) to authenticated;

/* The id that the owner of a story without credits has in them, once somebody else is credited: of the author whom the
   site names as the owner, or of a proposed person. Editors confirm that one by asking, unless others have the name.
   Contributors ask for themselves. Null for an account without a name. */
create function public.credit_account(p_account uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare account public.profiles; person uuid; is_editor boolean := public.has_role('super_admin', 'editor');
begin
  if not (is_editor or (public.has_role('contributor') and p_account = (select auth.uid()))) then
    raise exception 'Only editors credit others' using errcode = '42501';
  end if;
  select * into account from public.profiles p where p.id = p_account and trim(p.full_name) <> '';
  if not found then return null; end if;
  select a.id into person from public.author_profiles a where a.profile_id = p_account;
  if person is null and account.name_confirmed then
    person := private.unclaimed_author(p_account, account.full_name);
  end if;
  if person is not null then return person; end if;
  insert into public.proposed_people (name, proposed_by, profile_id)
  values (account.full_name, (select auth.uid()), p_account)
  on conflict (profile_id) do update set name = excluded.name returning id into person;
  if is_editor and not private.is_name_of_another(account.full_name, p_account) then
    perform public.confirm_person(person);
  end if;
  return person;
end $$;
grant execute on function public.credit_account(uuid) to authenticated;
