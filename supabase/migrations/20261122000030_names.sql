-- Names of people: what may stand in one, when two are the same, and who may take the name of an author.

-- A name with a blank for each control character, mark that turns the direction of writing, and letter that cannot be
-- seen (HIDDEN_CHARACTERS in src/domain/person-name.ts; a test compares them).
create function private.without_hidden_characters(name text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]', ' ', 'g')
$$;

/* What the spellings of a name have in common: letters and digits without case, marks, blanks and punctuation, with the
   Latin letter for each Cyrillic or Greek one that looks like it. Null for a name without any (nameKey in
   src/domain/person-name.ts; a test compares them). */
create function private.name_key(name text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(translate(lower(regexp_replace(normalize(name, NFKD),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u02b0-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u206f\u20d0-\u20ff\u2800\u2e00-\u2e7f\u3000-\u303f\u3099-\u309c\ufe00-\ufe2f\ufeff\ufff9-\uffff\U000e0000-\U000e01ef]',
    '', 'g')), 'авекмнорстухіјѕԛԝһӏαβεηικνορτυχς', 'abekmhopctyxijsqwhlabenikvoptuxσ'), '')
$$;

-- The names of the built-in editorial team (TEAM in src/domain/author.ts; a test compares them).
create function private.team_names() returns text[]
language sql immutable set search_path = ''
as $$ select array['Mantel Editorial', 'Ines Abril', 'Tomas Reyne', 'Odile Marsh'] $$;

alter table public.profiles
  -- Whether an editor gave or confirmed the name: only then it may be that of an author without an account.
  add column name_confirmed boolean not null default false,
  -- Whether the person has shown that the e-mail address is theirs.
  add column email_confirmed boolean not null default false;
grant select (name_confirmed) on public.profiles to anon;

-- Of the accounts there are: bylines and author pages stay as readers know them.
update public.profiles p set
  full_name = nullif(trim(private.without_hidden_characters(p.full_name)), ''),
  name_confirmed = p.role in ('super_admin', 'editor')
    or exists (select 1 from public.articles a where a.author_id = p.id and a.status = 'published'),
  email_confirmed = exists (select 1 from auth.users u where u.id = p.id and u.email_confirmed_at is not null);
update public.author_profiles
set name = coalesce(nullif(trim(private.without_hidden_characters(name)), ''), 'Unnamed')
where name <> private.without_hidden_characters(name);

-- Each new account gets a profile. Nobody has confirmed the name that somebody signed up with.
create or replace function private.handle_new_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name, email, email_confirmed)
  values (new.id,
    left(nullif(trim(private.without_hidden_characters(new.raw_user_meta_data ->> 'full_name')), ''), 200),
    new.email, new.email_confirmed_at is not null)
  on conflict (id) do nothing;
  return new;
end $$;

create function private.handle_user_email_confirmed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email_confirmed = new.email_confirmed_at is not null where id = new.id;
  return new;
end $$;
create trigger on_auth_user_email_confirmed after update of email_confirmed_at on auth.users
for each row when ((new.email_confirmed_at is null) <> (old.email_confirmed_at is null))
execute function private.handle_user_email_confirmed();

create function private.has_published_stories(p_profile uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.articles a where a.author_id = p_profile and a.status = 'published') $$;

-- Whether the caller gets a new public name from an editor only: it is the byline of published stories.
create function public.must_ask_for_name() returns boolean
language sql stable security definer set search_path = ''
as $$ select private.has_published_stories(auth.uid()) and not public.has_role('super_admin', 'editor') $$;
grant execute on function public.must_ask_for_name() to authenticated;

-- Whether a name is that of an author, or the byline of an account with published stories, other than this account's.
create function private.is_name_of_another(p_name text, p_profile uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select 1 from public.author_profiles a
      where a.profile_id = p_profile and private.name_key(a.name) = private.name_key(p_name))
    and (exists (select 1 from public.author_profiles a where private.name_key(a.name) = private.name_key(p_name))
      or exists (select 1 from unnest(private.team_names()) t where private.name_key(t) = private.name_key(p_name))
      or exists (select 1 from public.profiles p
        where p.id <> p_profile and private.name_key(p.full_name) = private.name_key(p_name)
          and private.has_published_stories(p.id)))
$$;

-- Refuses a name with hidden characters. A person without published stories changes their own name freely; from then on
-- it is a byline, and an editor changes it.
create function private.guard_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare name text := case tg_table_name when 'profiles' then to_jsonb(new) ->> 'full_name' else to_jsonb(new) ->> 'name' end;
begin
  if name <> private.without_hidden_characters(name) then
    raise exception 'A name cannot have control characters or other characters that cannot be seen' using errcode = '23514';
  end if;
  if tg_table_name <> 'profiles' or tg_op = 'INSERT' then return new; end if;
  if private.is_service() then
    new.name_confirmed := true;
  elsif new.full_name is distinct from old.full_name then
    if public.has_role('super_admin', 'editor') then
      new.name_confirmed := true;
    elsif public.must_ask_for_name() then
      raise exception 'You have published stories: ask an editor for a new public name' using errcode = '42501';
    else
      new.name_confirmed := false;
    end if;
  end if;
  return new;
end $$;
create trigger guard_name before insert or update of full_name on public.profiles
for each row execute function private.guard_name();
create trigger guard_name before insert or update of name on public.author_profiles
for each row execute function private.guard_name();

-- A story is not published under the name of an author before an editor has confirmed that it is the account's.
create function private.guard_byline() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare writer public.profiles;
begin
  -- Others than editors are refused by the policies.
  if private.is_service() or not public.has_role('super_admin', 'editor')
     or new.status <> 'published' or new.deleted_at is not null
     or tg_op = 'UPDATE' and old.status = 'published' and old.deleted_at is null and old.author_id is not distinct from new.author_id
  then return new; end if;
  -- The lock makes a change of the name that is under way end first, or find the story published.
  select * into writer from public.profiles where id = new.author_id for share;
  if not writer.name_confirmed and private.is_name_of_another(writer.full_name, writer.id) then
    raise exception '“%” is the name of an author. Confirm under Authors that it is also the name of this account, or choose another author.',
      writer.full_name using errcode = '23514';
  end if;
  return new;
end $$;
create trigger guard_byline before insert or update of status, author_id, deleted_at on public.articles
for each row execute function private.guard_byline();

-- A confirmed name may bring stories to an author page.
create trigger name_confirmed_changed after update of name_confirmed on public.profiles
for each row when (old.name_confirmed <> new.name_confirmed) execute function private.profile_changed();

-- New public names that people with published stories ask for. An editor accepts one with set_public_name, or deletes it.
create table public.name_requests (
  profile_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (char_length(trim(name)) between 1 and 200),
  created_at timestamptz not null default now()
);
alter table public.name_requests enable row level security;
grant select, insert, update, delete on public.name_requests to authenticated;
create policy "own request and, for editors, all" on public.name_requests for select to authenticated
using (profile_id = (select auth.uid()) or (select public.has_role('super_admin', 'editor')));
create policy "people ask for themselves" on public.name_requests for insert to authenticated
with check (profile_id = (select auth.uid()));
create policy "people change their own request" on public.name_requests for update to authenticated
using (profile_id = (select auth.uid())) with check (profile_id = (select auth.uid()));
create policy "own request and, for editors, all are removed" on public.name_requests for delete to authenticated
using (profile_id = (select auth.uid()) or (select public.has_role('super_admin', 'editor')));
create trigger guard_name before insert or update of name on public.name_requests
for each row execute function private.guard_name();

-- The author profile of a name that no account has, for an account without author profile.
create function private.unclaimed_author(p_profile uuid, p_name text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select a.id from public.author_profiles a
  where a.profile_id is null and private.name_key(a.name) = private.name_key(p_name)
    and not exists (select 1 from public.author_profiles own where own.profile_id = p_profile)
  order by a.created_at, a.id limit 1
$$;

/* What editors decide about names: requests, and accounts of writers whose unconfirmed name is that of an author.
   `author_name` is the author without account of the asked name, whose page the account would get. */
create function public.get_name_questions()
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
    select r.profile_id, r.name, true, r.created_at from public.name_requests r
    union all
    select w.id, w.full_name, false, w.updated_at from public.profiles w
    where not w.name_confirmed and private.is_name_of_another(w.full_name, w.id)
      and (w.role <> 'viewer' or exists (select 1 from public.articles a where a.author_id = w.id))
      and not exists (select 1 from public.name_requests r where r.profile_id = w.id)
  ) as q (profile_id, name, is_request, created_at)
  join public.profiles p on p.id = q.profile_id
  where public.has_role('super_admin', 'editor')
  order by q.created_at, p.id
$$;
grant execute on function public.get_name_questions() to authenticated;

/* Gives an account its public name: the one it has, or the one it asked for. The account gets the author profile of that
   name unless it has one or another account does; an author profile that had the old name gets the new one. */
create function public.set_public_name(p_profile uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare account public.profiles;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors give public names' using errcode = '42501';
  end if;
  select * into account from public.profiles where id = p_profile for update;
  if not found then raise exception 'This account is gone' using errcode = 'PT404'; end if;
  if account.full_name is distinct from p_name
     and not exists (select 1 from public.name_requests r where r.profile_id = p_profile and r.name = p_name) then
    raise exception 'The name was changed in the meantime' using errcode = 'PT409';
  end if;
  update public.profiles set full_name = p_name, name_confirmed = true where id = p_profile;
  delete from public.name_requests where profile_id = p_profile;
  update public.author_profiles set name = p_name
  where profile_id = p_profile and private.name_key(name) = private.name_key(account.full_name);
  update public.author_profiles set profile_id = p_profile where id = private.unclaimed_author(p_profile, p_name);
end $$;
grant execute on function public.set_public_name(uuid, text) to authenticated;
