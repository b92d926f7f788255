-- Accounts: the profile of each with its role, who may sign up, and the sessions of a person.

create table public.profiles (
  -- The user of the auth server. Not a foreign key: the profile of a removed account stays where its name is needed.
  id uuid primary key,
  full_name text check (char_length(full_name) <= 200),
  email text check (char_length(email) <= 320),
  role public.app_role not null default 'viewer',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether an editor gave or confirmed the name: only then it may equal the name of an author without an account.
  name_confirmed boolean not null default false,
  -- Whether the person has shown that the e-mail address is theirs.
  email_confirmed boolean not null default false,
  -- When the account was removed (handle_user_deleted); null while there is one.
  removed_at timestamptz
);
create index profiles_full_name_idx on public.profiles (full_name);
create index profiles_email_idx on public.profiles (lower(email));
create index profiles_created_idx on public.profiles (created_at desc);
create index profiles_name_key on public.profiles (private.name_key(full_name));

-- What staff search.
create function public.search_text(public.profiles) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.full_name, $1.email)) $$;
grant execute on function public.search_text(public.profiles) to authenticated;

-- A profile goes with its account, however that is deleted (handle_user_deleted): deleting the profile alone would leave
-- an account that can sign in but has no role. Visitors see the profiles of authors (articles.sql).
alter table public.profiles enable row level security;
grant select (id, full_name, name_confirmed) on public.profiles to anon;
grant select, update (full_name, role) on public.profiles to authenticated;
-- Their own profile people can read in any session: the admin needs it to ask for the code of the second factor.
create policy "own profile and, for editors, all" on public.profiles for select to authenticated
using (id = (select auth.uid()) and removed_at is null or (select public.has_role('super_admin', 'editor')));
create policy "own profile or a super admin" on public.profiles for update to authenticated
using (removed_at is null and (id = (select auth.uid()) or (select public.has_role('super_admin'))))
with check (removed_at is null and (id = (select auth.uid()) or (select public.has_role('super_admin'))));
create policy "sessions with every factor change profiles" on public.profiles as restrictive for update to authenticated
using ((select public.get_missing_factor()) = 'nothing');

-- Only a super_admin changes roles, nobody their own, and the last super_admin stays.
create function private.guard_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := now();
    if new.role is distinct from old.role and auth.uid() is not null then
      if not public.has_role('super_admin') then
        raise exception 'Only a super admin can change roles' using errcode = '42501';
      end if;
      if old.id = auth.uid() then
        raise exception 'You cannot change your own role' using errcode = '42501';
      end if;
    end if;
    if not (old.role = 'super_admin' and new.role <> 'super_admin') then
      return new;
    end if;
  elsif old.role <> 'super_admin' then
    return old;
  end if;
  -- The lock serialises demotions: two at once would each find the other super admin still there.
  perform pg_advisory_xact_lock(hashtext('mantel.last_super_admin'));
  if not exists (select 1 from public.profiles where role = 'super_admin' and id <> old.id) then
    raise exception 'The last super admin cannot be demoted or removed' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' then return new; end if;
  return old;
end $$;
create trigger guard_profile before update or delete on public.profiles
for each row execute function private.guard_profile();
create trigger guard_name before insert or update of full_name on public.profiles
for each row execute function private.guard_name();
create trigger profile_changed after update of full_name on public.profiles
for each row when (old.full_name is distinct from new.full_name) execute function private.profile_changed();
-- A confirmed name may bring stories to an author page.
create trigger name_confirmed_changed after update of name_confirmed on public.profiles
for each row when (old.name_confirmed <> new.name_confirmed) execute function private.profile_changed();

-- Profiles follow the users of the auth server -----------------------------------------------------------------------

-- Each new account gets a profile. Nobody has confirmed the name that somebody signed up with.
create function private.handle_new_user() returns trigger
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
create trigger on_auth_user_created after insert on auth.users
for each row execute function private.handle_new_user();

-- A profile has the e-mail address of its user.
create function private.handle_user_email_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end $$;
create trigger on_auth_user_email_changed after update of email on auth.users
for each row when (new.email is distinct from old.email)
execute function private.handle_user_email_change();

-- A profile tells whether the e-mail address of its user is confirmed.
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

-- Whether a row that outlives its person names this profile: a story, a revision, an upload, an author profile … These are
-- the columns whose foreign key is `on delete set null`.
create function private.is_profile_named(p_profile uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare reference record; is_named boolean;
begin
  for reference in
    select c.conrelid::regclass as table_name, a.attname as column_name
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass and c.confdeltype = 'n'
  loop
    execute format('select exists (select 1 from %s where %I = $1)', reference.table_name, reference.column_name)
    into is_named using p_profile;
    if is_named then return true; end if;
  end loop;
  return false;
end $$;

/* A person whose account is gone loses role and e-mail address. Their open stories go to the heir who was announced
   (announce_removal), in the same transaction. The profile itself goes unless something names it: stories keep their byline,
   and the history and the uploads the name of the person. */
create function private.remove_person(p_person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;

create function private.handle_user_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$ begin perform private.remove_person(old.id); return null; end $$;
create trigger on_auth_user_deleted after delete on auth.users
for each row execute function private.handle_user_deleted();

/* Removes a person who has no account, as a restore without the second file leaves them. Returns whether there was one. With the
   secret key only. */
create function public.remove_person_without_account(p_person uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.profiles p
  where p.id = p_person and p.removed_at is null and not exists (select from auth.users u where u.id = p.id) for update;
  if not found then return false; end if;
  perform private.remove_person(p_person);
  return true;
end $$;
grant execute on function public.remove_person_without_account(uuid) to service_role;

-- Sign-up ------------------------------------------------------------------------------------------------------------

/* Refuses new accounts while sign-up is closed, however they are made: with an address to confirm or without, by a
   one-time code, anonymously, by OAuth. Allowed are invitations and the accounts of the edge function create-user, which
   marks them in app_metadata: only the secret key writes that. The auth server writes both later in its transaction, so
   this checks when the transaction ends. */
create function private.refuse_closed_sign_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce((select sign_up_open from public.site_settings), true) then return null; end if;
  if exists (select 1 from auth.users u where u.id = new.id and u.invited_at is null
             and not coalesce(u.raw_app_meta_data, '{}') ? 'created_by') then
    raise exception 'Sign-up is closed' using errcode = '42501';
  end if;
  return null;
end $$;
create constraint trigger refuse_closed_sign_up after insert on auth.users
deferrable initially deferred for each row execute function private.refuse_closed_sign_up();

/* Drops the password of an account that is invited before its address was confirmed: the person who signed up with that
   address first chose it, and may not be its owner. The auth server keeps it, and accepting the invitation would make it
   work. */
create function private.drop_unconfirmed_password() returns trigger
language plpgsql set search_path = ''
as $$ begin new.encrypted_password := null; return new; end $$;
create trigger drop_unconfirmed_password before update of invited_at on auth.users
for each row when (new.invited_at is distinct from old.invited_at and new.email_confirmed_at is null)
execute function private.drop_unconfirmed_password();

/* Refuses metadata of a user that is too large: anybody who signs up sends it, and the auth server puts it into each access
   token. Stored metadata that is larger can only become smaller. */
create function private.check_user_metadata(metadata jsonb, stored jsonb default null) returns void
language plpgsql immutable set search_path = ''
as $$
declare max_bytes constant integer := 16 * 1024;
begin
  if octet_length(metadata::text) > greatest(max_bytes, octet_length(stored::text)) then
    raise exception 'The metadata of a user must be at most %', private.byte_words(max_bytes) using errcode = '23514';
  end if;
  if private.is_too_deep(metadata) then
    raise exception 'The metadata of a user must be nested at most % levels deep', private.max_json_depth()
      using errcode = '23514';
  end if;
end $$;

create function private.check_metadata_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_user_metadata(new.raw_user_meta_data,
    case when tg_op = 'UPDATE' then old.raw_user_meta_data end);
  return new;
end $$;
create trigger check_metadata_of_user before insert or update of raw_user_meta_data on auth.users
for each row execute function private.check_metadata_of_user();

-- Sessions -----------------------------------------------------------------------------------------------------------

-- The sessions of the caller, which they see and end. They are the auth server's: a session that is gone cannot be
-- renewed, and its access token works until it expires, an hour at most.
create function public.list_own_sessions()
returns table (id uuid, user_agent text, created_at timestamptz, last_used_at timestamptz, is_current boolean)
language sql stable security definer set search_path = ''
as $$
  -- As JSON: older auth servers lack columns.
  select s.id, to_jsonb(s) ->> 'user_agent', s.created_at,
    greatest(s.created_at, s.updated_at, (to_jsonb(s) ->> 'refreshed_at')::timestamp at time zone 'UTC'),
    s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and coalesce((to_jsonb(s) ->> 'not_after')::timestamptz > now(), true)
    and public.get_missing_factor() = 'nothing'
  order by 5 desc, 4 desc
$$;
grant execute on function public.list_own_sessions() to authenticated;

-- Ends one of the caller's sessions, or all but the present one (p_session null). Returns how many.
create function public.end_own_sessions(p_session uuid default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare devices text[]; device text;
begin
  if auth.uid() is null or public.get_missing_factor() <> 'nothing' then
    raise exception 'Please sign in again' using errcode = '42501';
  end if;
  with ended as (
    delete from auth.sessions s
    where s.user_id = auth.uid()
      and case when p_session is null then s.id::text is distinct from auth.jwt() ->> 'session_id' else s.id = p_session end
    returning coalesce(to_jsonb(s) ->> 'user_agent', '') as device)
  select array_agg(ended.device) into devices from ended;
  if exists (select 1 from public.profiles p where p.id = auth.uid() and p.role <> 'viewer') then
    foreach device in array coalesce(devices, '{}') loop
      perform private.add_audit_entry('session', null, null, null, device);
    end loop;
  end if;
  return coalesce(cardinality(devices), 0);
end $$;
grant execute on function public.end_own_sessions(uuid) to authenticated;
